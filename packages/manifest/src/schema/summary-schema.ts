import * as z from "zod/mini";

/** How long a summary may be, in characters as a reader counts them (docs/conformance.md#manifest-summary). */
export const maxSummaryLength: number = 2048;

/** A family emoji or a letter with its accent is one character; white space at the end is none. */
export const summarySchema: z.ZodMiniType<string> = z.string().check(
  z.refine((markdown) => !isLongerThan(maxSummaryLength, markdown.trimEnd()), {
    params: { code: "too_long" },
    error: `A summary has at most ${maxSummaryLength} characters. Shorten it.`,
  }),
  z.describe(`Markdown for the installation page, at most ${maxSummaryLength} characters.`),
);

function isLongerThan(limit: number, text: string): boolean {
  // No text has more characters than code units, so most need no counting.
  if (text.length <= limit) return false;
  let count = 0;
  for (const _ of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    count += 1;
    if (count > limit) return true;
  }
  return false;
}
