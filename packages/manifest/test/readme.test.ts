import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, "..");
const readme = await readFile(join(packageFolder, "README.md"), "utf8");

/** The examples in order, each with the output shown below it in the README. */
const examples = [...readme.matchAll(/```ts\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs)].map(
  ([, code = "", output = ""], index) => ({ file: `example-${index + 1}.ts`, code, output }),
);

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plugboard-readme-"));
  const scope = join(folder, "node_modules", "@plugboard");
  await mkdir(scope, { recursive: true });
  await symlink(packageFolder, join(scope, "manifest"));
  await symlink(join(packageFolder, "node_modules/@plugboard/runtime"), join(scope, "runtime"));
  await symlink(join(packageFolder, "node_modules/@types"), join(folder, "node_modules/@types"));
  const yaml = /```yaml\n(.*?)```/s.exec(readme)?.[1] ?? "";
  const config = {
    extends: join(packageFolder, "../../tsconfig.base.json"),
    compilerOptions: { noEmit: true, declaration: false, isolatedDeclarations: false },
  };
  await Promise.all([
    writeFile(join(folder, "service-manifest.yaml"), yaml),
    writeFile(join(folder, "index.ts"), "export {};\n"),
    writeFile(join(folder, "package.json"), '{ "type": "module" }'),
    writeFile(join(folder, "tsconfig.json"), JSON.stringify(config)),
    ...examples.map(({ file, code }) => writeFile(join(folder, file), code)),
  ]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the examples of the README", () => {
  test.each(examples)("$file prints the output in the README", async ({ file, output }) => {
    const { stdout } = await run(process.execPath, ["--conditions=@plugboard/source", file], {
      cwd: folder,
    });
    expect(stdout.trim()).toBe(output.trim());
  });

  test("compile", async () => {
    const compiler = join(
      dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
      "bin",
      "tsc",
    );
    const said = await run(process.execPath, [compiler], { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: unknown) =>
        error instanceof Error && "stdout" in error ? String(error.stdout) : String(error),
    );
    expect(said.split("\n").filter((line) => line.startsWith("example-"))).toEqual([]);
  });
});
