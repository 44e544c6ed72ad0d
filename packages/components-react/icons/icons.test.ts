import { expect, it } from "vitest";
import { renderIcons } from "./render-icons.ts";

// Run vitest with --update to write the file anew.
it("the table of icons is what Lucide draws", async () => {
  await expect(await renderIcons()).toMatchFileSnapshot("../src/icons/icon-shapes.ts");
});
