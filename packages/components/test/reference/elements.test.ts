import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readDescriptions } from "./read-descriptions.ts";
import { renderElementReference } from "./render-element-reference.ts";

const folder = join(import.meta.dirname, "../../src/elements");

// Run vitest with --update to regenerate the page.
it("ELEMENTS.md matches the table", async () => {
  const sources = (await readdir(folder)).map((file) => readFile(join(folder, file), "utf8"));
  const descriptions = readDescriptions((await Promise.all(sources)).join("\n"));
  await expect(renderElementReference(descriptions)).toMatchFileSnapshot("../../ELEMENTS.md");
});
