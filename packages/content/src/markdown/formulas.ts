/** A formula at the beginning of some Markdown. */
export interface Formula {
  /** The formula in TeX. */
  readonly text: string;
  /** The number of the formula's last line, from 0: the closing `$$`. */
  readonly to: number;
}

const mark = /^\$\$\s*$/;
/** Longer formulas aren't recognized, so that reading one takes little time. */
const maxLines = 100;
const maxCharacters = 5000;
const macroDefinition =
  /\\(?:[egx]?def|(?:future)?let|global|long|(?:re)?newcommand|(?:re)?newenvironment|providecommand)(?![A-Za-z])/;

/**
 * Returns the formula that the Markdown starts with, or `undefined` if it starts with something else.
 * Formulas are TeX between two lines of `$$`, which other Markdown tools show as formulas too:
 *
 * ```md
 * $$
 * e^{i\pi} + 1 = 0
 * $$
 * ```
 *
 * @example
 * import { parseFormula } from "@plugboard/content/markdown";
 *
 * console.log(parseFormula(["$$", "a^2 + b^2", "$$"])); // { text: "a^2 + b^2", to: 2 }
 */
export function parseFormula(lines: Iterable<string>): Formula | undefined {
  const content: string[] = [];
  let number = -1;
  for (const line of lines) {
    number += 1;
    if (number === 0) {
      if (!mark.test(line)) return undefined;
      continue;
    }
    if (mark.test(line)) return { text: content.join("\n"), to: number };
    // An empty line ends a formula in TeX.
    if (line.trim() === "" || number > maxLines) return undefined;
    content.push(line.trimEnd());
  }
  return undefined;
}

/**
 * Prints a formula as Markdown.
 *
 * @param text - TeX, whose empty lines are left out
 *
 * @example
 * import { printFormula } from "@plugboard/content/markdown";
 *
 * console.log(printFormula("a^2 + b^2"));
 */
export function printFormula(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !mark.test(line));
  return ["$$", ...lines, "$$"].join("\n");
}

/**
 * Returns why a formula must not be rendered, or `undefined` if it can be. Formulas can have 5,000 characters, and can't
 * define macros, because a few of them expand to millions of elements.
 *
 * @example
 * import { formulaProblem } from "@plugboard/content/markdown";
 *
 * console.log(formulaProblem("\\def\\a{b}")); // "Formulas can't define macros."
 */
export function formulaProblem(text: string): string | undefined {
  if (text.length > maxCharacters) return "Formulas can have 5,000 characters.";
  return macroDefinition.test(text) ? "Formulas can't define macros." : undefined;
}
