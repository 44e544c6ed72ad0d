import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { buildConsole } from "../../apps/playground/src/build-pages.ts";
import { copyConsole } from "../../scripts/copy-console.ts";
import { findFiles, root } from "../../scripts/shared/workspace.ts";
import { linkPackages, readBlocks } from "./documents.fixture.ts";

const run = promisify(execFile);
const verifiers = "guides/verify-a-webhook";
const tsconfig = {
  extends: "./tsconfig.base.json",
  compilerOptions: {
    noEmit: true,
    isolatedDeclarations: false,
    declaration: false,
    jsx: "react-jsx",
    jsxImportSource: "@plugboard/components",
  },
};

// Compiles all documents together, each in its own folder. Other tests run the remaining tutorials command by
// command.
test("the code in guides and tutorials compiles and prints the documented output", {
  timeout: 300_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-guides-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await linkPackages(folder);
  await buildConsole();
  await copyConsole();
  const link = (from: string, name: string) =>
    symlink(join(root, from, "node_modules", name), join(folder, "node_modules", name), "junction");
  await mkdir(join(folder, "node_modules/@hono"));
  await Promise.all([
    link("packages/testing", "@hono/node-server"),
    link("packages/destinations-rabbitmq", "@cloudamqp"),
    link("packages/platform", "zod"),
    link("packages/webhook-delivery", "kysely"),
    link("packages/webhook-delivery", "pg"),
    link("packages/platform", "jose"),
    link("benchmarks", "svix"),
    symlink(join(root, "tsconfig.base.json"), join(folder, "tsconfig.base.json")),
    writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" })),
    writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig)),
  ]);
  const printed: { readonly file: string; readonly text: string }[] = [];
  const unnamed: string[] = [];
  const tutorials = ["docs/tutorials/platform-builder.md", "docs/tutorials/webhook-consumer.md"];
  const guides = [...(await findFiles("docs/guides/*.md")), ...tutorials].map((file) =>
    file.slice("docs/".length, -".md".length),
  );
  for (const guide of guides) {
    for (const { language, name, code } of await readBlocks(guide)) {
      if (/^tsx?$/.test(language) && !/\.tsx?$/.test(name)) unnamed.push(`${guide}: ${code}`);
      if (guide === verifiers && language !== "ts") continue;
      const output = /^(.+) prints$/.exec(name)?.[1];
      if (output !== undefined) printed.push({ file: join(folder, guide, output), text: code });
      if (!/^[\w./-]+\.(tsx?|yaml)$/.test(name)) continue;
      await mkdir(dirname(join(folder, guide, name)), { recursive: true });
      await writeFile(join(folder, guide, name), code);
    }
  }
  expect(unnamed).toEqual([]);
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [tsc, "-p", folder], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe("");
  expect(printed.length).toBeGreaterThan(6);
  for (const { file, text } of printed) {
    // Node.js runs TypeScript but not JSX.
    const built = file.replace(/ts$/, "mjs");
    await build({
      entryPoints: [file],
      outfile: built,
      bundle: true,
      packages: "external",
      format: "esm",
      platform: "node",
    });
    const { stdout: output } = await run(process.execPath, ["--conditions=@plugboard/source", built], {
      cwd: dirname(built),
    });
    expect({ file, output }).toEqual({ file, output: text });
  }
});
