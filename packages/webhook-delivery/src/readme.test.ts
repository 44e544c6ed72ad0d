import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCrashReceiver } from "./testing/crash/crash-receiver.ts";

const packageFolder = fileURLToPath(new URL("../", import.meta.url));
const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  // Inside the package, so that the examples can import it by its name.
  folder = await mkdtemp(join(packageFolder, ".examples-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function readExamples(page: string): Promise<string[]> {
  const text = await readFile(join(packageFolder, page), "utf8");
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, example = ""]) => example);
}

test("the first example of README.md works when it is pasted", async () => {
  // A free port instead of the example's.
  const probe = await startCrashReceiver();
  const { port } = new URL(probe.url);
  await probe.close();
  const [example = ""] = await readExamples("README.md");
  const file = join(folder, "first.ts");
  await writeFile(file, example.replaceAll("4545", port));
  const { stdout } = await run(process.execPath, ["--conditions=@plugboard/source", file], { cwd: folder });
  expect(stdout).toMatch(/^received [0-9a-f-]{36}\ndelivered\n$/);
});

test.for(["SENDING.md", "OPERATING.md"])("the examples of %s fit together and type-check", async (page) => {
  const examples = await readExamples(page);
  const file = join(folder, `${page}.ts`);
  await writeFile(file, examples.join("\n"));
  const project = join(folder, `${page}.tsconfig.json`);
  const compilerOptions = {
    noEmit: true,
    isolatedDeclarations: false,
    declaration: false,
  };
  await writeFile(
    project,
    JSON.stringify({ extends: "../../../tsconfig.base.json", compilerOptions, files: [file] }),
  );
  const compiler = join(packageFolder, "node_modules/.bin/tsc");
  await expect(run(compiler, ["-p", project])).resolves.toMatchObject({ stdout: "" });
  expect(examples.length).toBeGreaterThan(0);
});
