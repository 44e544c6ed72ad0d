import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readPackages, root } from "../../scripts/shared/workspace.ts";

const run = promisify(execFile);
const adminToken = "admin_for_the_tutorial";

interface Block {
  readonly language: string;
  /** The name in brackets: of a file, or of what a block is for. */
  readonly name: string;
  readonly code: string;
}

async function readBlocks(tutorial: string): Promise<Block[]> {
  const text = await readFile(join(root, "docs/tutorials", `${tutorial}.md`), "utf8");
  return [...text.matchAll(/^```(\w+)(?: \[(.+)\])?\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", name = "", code = ""]) => ({ language, name, code }),
  );
}

/** A folder with the files of a tutorial, which finds the packages of this repository as if they were installed. */
async function setUpFolder(blocks: readonly Block[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-tutorial-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "node_modules/@plugboard"), { recursive: true });
  for (const { name, folder: source } of await readPackages("packages/*"))
    await symlink(join(root, source), join(folder, "node_modules", name), "junction");
  for (const name of ["vitest", "@types"])
    await symlink(join(root, "node_modules", name), join(folder, "node_modules", name), "junction");
  await cp(join(root, "tsconfig.base.json"), join(folder, "tsconfig.base.json"));
  const files = {
    "package.json": JSON.stringify({ type: "module" }),
    "tsconfig.json": JSON.stringify({
      extends: "./tsconfig.base.json",
      compilerOptions: {
        noEmit: true,
        isolatedDeclarations: false,
        declaration: false,
        declarationMap: false,
      },
    }),
    "vitest.config.ts": `export default { ssr: { resolve: { conditions: ["@plugboard/source", "module", "node", "development|production"] } } };\n`,
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  for (const { name, code } of blocks.filter(({ name }) => /^[\w./-]+\.(ts|yaml)$/.test(name))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), code);
  }
  return folder;
}

async function runScript(folder: string, file: string): Promise<string> {
  const { stdout } = await run(process.execPath, ["--conditions=@plugboard/source", file], { cwd: folder });
  return stdout;
}

test.each(["author", "platform-builder", "webhook-consumer"])("the code of %s compiles", async (tutorial) => {
  const folder = await setUpFolder(await readBlocks(tutorial));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [tsc, "-p", folder], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe("");
});

test.each(["platform-builder", "webhook-consumer"])("what %s tries prints what it says", async (tutorial) => {
  const blocks = await readBlocks(tutorial);
  const folder = await setUpFolder(blocks);
  const printed = blocks.find(({ name }) => name === "try.ts prints");
  expect(await runScript(folder, "try.ts")).toBe(printed?.code);
});

test("the author's test passes", async () => {
  const folder = await setUpFolder(await readBlocks("author"));
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { stdout } = await run(process.execPath, [vitest, "run", "--root", folder], { cwd: folder });
  expect(stdout).toContain("1 passed");
});

test.skipIf(process.platform === "win32")("the operator's commands work", async () => {
  const data = await mkdtemp(join(tmpdir(), "plugboard-tutorial-"));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const main = join(root, "apps/reference-server/src/main.ts");
  const server = spawn(process.execPath, ["--conditions=@plugboard/source", main], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PORT: "0", PLUGBOARD_DATA_DIR: data, PLUGBOARD_ADMIN_TOKEN: adminToken },
  });
  onTestFinished(async () => {
    server.kill("SIGTERM");
    await once(server, "exit");
  });
  const address = await new Promise<string>((resolve) => {
    createInterface(server.stdout).on("line", (line) => {
      const { msg, console: consoleUrl } = JSON.parse(line);
      if (msg === "ready") resolve(consoleUrl);
    });
  });
  const env = { ...process.env, CONSOLE: address, ADMIN_TOKEN: adminToken };
  const commands = (await readBlocks("operator")).filter(({ name }) => name === "run");
  expect(commands).toHaveLength(3);
  for (const { code } of commands) {
    const { stdout } = await run("sh", ["-e", "-c", code], { env });
    expect(stdout).not.toBe("");
  }
});
