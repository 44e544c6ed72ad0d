import { describe, expect, it } from "vitest";
import { parseFormula, printFormula } from "./formulas.ts";

describe("formulas", () => {
  it.each(["a^2 + b^2", "a\n  + b", ""])("are printed and parsed: %j", (text) => {
    const lines = printFormula(text).split("\n");
    expect(parseFormula([...lines, "after"])).toEqual({ text, to: lines.length - 1 });
  });

  it("lose empty lines and marks, which would end them", () => {
    expect(parseFormula(printFormula("a\n\n$$\nb").split("\n"))?.text).toBe("a\nb");
  });

  it.each(["", "a", "$$", "$$ a", "$$\na", "$$\na\n\n$$", `$$\n${"a\n".repeat(101)}$$`])(
    "are not in %j",
    (text) => {
      expect(parseFormula(text.split("\n"))).toBeUndefined();
    },
  );
});
