import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, Result, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The checked part of a page, and the rules. */
export interface ViolationSearch {
  /** The CSS selector of the element to check. Defaults to the whole page. */
  readonly include?: string;
  /** CSS selectors of elements to ignore. */
  readonly exclude?: readonly string[];
  /** The rules to run. Defaults to all. */
  readonly rules?: readonly string[] | undefined;
  /** The rules to leave out. Defaults to none. */
  readonly disabledRules?: readonly string[];
}

/**
 * Returns the accessibility violations that axe finds in a page, with their elements. Waits for transitions to end: half
 * faded in, a text has too little contrast.
 */
export async function findViolations(
  page: Page,
  { include, exclude = [], rules, disabledRules = [] }: ViolationSearch = {},
): Promise<readonly Result[]> {
  // Evaluated rather than added as a script, which a content security policy could refuse.
  if (!(await page.evaluate<boolean>("'axe' in window")))
    await page.evaluate(await readFile(axePath, "utf8"));
  await page.evaluate(finishTransitions);
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
    rules: Object.fromEntries(disabledRules.map((rule) => [rule, { enabled: false }])),
  };
  const context = JSON.stringify({ ...(include && { include: [include] }), exclude });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${context}, ${JSON.stringify(options)})`);
  return violations;
}

// Spinners never end.
const finishTransitions = `Promise.allSettled(
  document
    .getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
    .map(({ finished }) => finished),
)`;
