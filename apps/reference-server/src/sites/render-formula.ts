import { renderToString } from "katex";

/** Longer formulas are shown as text. */
const maxCharacters = 5000;

/**
 * Renders TeX to MathML, which browsers show without scripts, styles or fonts. `undefined` if it is invalid,
 * too long, or expands too far.
 */
export function renderFormula(text: string): string | undefined {
  if (text.length > maxCharacters) return undefined;
  try {
    return renderToString(text, {
      displayMode: true,
      output: "mathml",
      strict: "ignore",
      // No links, images or HTML attributes.
      trust: false,
      maxExpand: 500,
      maxSize: 20,
    });
  } catch {
    return undefined;
  }
}
