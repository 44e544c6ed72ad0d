import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const packageFolder = join(import.meta.dirname, "..");

it("has examples that run as written", async () => {
  const readme = await readFile(join(packageFolder, "README.md"), "utf8");
  const outputs: string[] = [];
  for (const [, code = ""] of readme.matchAll(/```ts\n(.*?)```/gs)) {
    const flags = ["--conditions=@plugboard/source", "--input-type=module-typescript", "--eval", code];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: packageFolder });
    outputs.push(stdout.trim());
  }
  expect(outputs).toEqual([
    expect.stringMatching(/^signed at \d{4}-/),
    "verified evt_1",
    "signed by GitHub",
    "",
  ]);
});
