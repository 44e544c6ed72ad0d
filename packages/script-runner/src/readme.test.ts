import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const packageFolder = join(import.meta.dirname, "..");

it("the example in the README runs as pasted", async () => {
  const readme = await readFile(join(packageFolder, "README.md"), "utf8");
  const directory = await mkdtemp(join(tmpdir(), "script-runner-readme-"));
  const [, code = ""] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const flags = ["--conditions=@plugboard/source", "--input-type=module-typescript", "--eval"];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, code.replace(".plugboard/scripts", directory)],
    { cwd: packageFolder },
  );
  await rm(directory, { recursive: true });
  for (const printed of stdout.trim().split("\n")) expect(readme).toContain(`\`${printed}\``);
  expect(stdout.trim().split("\n")).toHaveLength(2);
});
