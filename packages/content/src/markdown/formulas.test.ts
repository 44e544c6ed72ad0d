import { describe, expect, it } from "vitest";
import { formulaProblem, parseFormula, printFormula } from "./formulas.ts";

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

  it.each(["\\def\\a{b}\\a", "\\gdef\\a#1{#1}", "\\newcommand{\\a}{b}", "\\let\\a=b", "\\futurelet\\a\\b c"])(
    "can't define macros: %j",
    (text) => {
      expect(formulaProblem(text)).toBe("Formulas can't define macros.");
    },
  );

  it("have 5,000 characters at most, and names that start like a definition's", () => {
    expect(formulaProblem("a".repeat(5000))).toBeUndefined();
    expect(formulaProblem("a".repeat(5001))).toBe("Formulas can have 5,000 characters.");
    expect(formulaProblem("\\left( \\leftarrow \\longrightarrow \\right)")).toBeUndefined();
  });
});
