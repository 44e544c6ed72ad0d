import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const packageFolder = join(import.meta.dirname, "..");

/** Writes the code blocks of a README to files named by their first line. */
async function writeExamples(readme: string): Promise<string> {
  const folder = await mkdtemp(join(packageFolder, "readme-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const text = await readFile(readme, "utf8");
  for (const [, code = ""] of text.matchAll(/```(?:tsx?|yaml)\n(.*?)```/gs)) {
    const name = code.match(/^(?:\/\/|#) (\S+)\n/)?.[1];
    if (name !== undefined) await writeFile(join(folder, name), code);
  }
  return folder;
}

// The examples contain assertions. Importing one runs it.
it.each([
  ["this package", join(packageFolder, "README.md")],
  ["@plugboard/oauth", join(packageFolder, "../oauth/README.md")],
])("the first example of %s runs as pasted", async (_name, readme) => {
  const folder = await writeExamples(readme);
  await expect(import(join(folder, "try.ts"))).resolves.toBeDefined();
});
