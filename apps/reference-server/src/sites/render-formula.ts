import { formulaProblem } from "@plugboard/content/markdown";
import { renderToString } from "katex";

/**
 * Renders TeX to MathML, which browsers show without scripts, styles or fonts. Returns `undefined` if it is invalid, too
 * long, or defines macros.
 */
export function renderFormula(text: string): string | undefined {
  if (formulaProblem(text) !== undefined) return undefined;
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
