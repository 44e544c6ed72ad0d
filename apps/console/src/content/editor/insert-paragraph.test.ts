import { describe, expect, it } from "vitest";
import { insertParagraph } from "./insert-paragraph.ts";

const base = "# A\n\none\ntwo\n\nthree";

describe("insertParagraph", () => {
  it.each([
    ["at the start", 0, base, `X\n\n${base}`],
    ["after a line", 4, base, "# A\n\none\ntwo\n\nX\n\nthree"],
    ["at the end", 6, base, `${base}\n\nX`],
    [
      "inside a paragraph that has become longer",
      4,
      "# A\n\none\ntwo\nmore\n\nthree",
      "# A\n\none\ntwo\nmore\n\nX\n\nthree",
    ],
    ["after a line that has changed", 4, "# A\n\none\n2\n\nthree", "# A\n\none\n2\n\nX\n\nthree"],
    [
      "after text that was added",
      4,
      "new\n\n# A\n\none\ntwo\n\nthree",
      "new\n\n# A\n\none\ntwo\n\nX\n\nthree",
    ],
    ["in a text that was removed", 4, "", "X"],
  ])("keeps every line: %s", (_name, line, text, expected) => {
    expect(insertParagraph(base, line, text, "X")).toBe(expected);
  });
});
