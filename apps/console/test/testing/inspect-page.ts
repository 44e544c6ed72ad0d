import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findViolations, type ViolationSearch } from "@plugboard/test-browser";
import type { Page } from "playwright-core";
import { waitFor } from "./wait-for.ts";

/**
 * Set by `pnpm pictures`, which also saves a screenshot of each page to docs/pictures and updates the
 * README's picture.
 */
export const takesPictures = import.meta.env.MODE === "pictures";
/** The folder of the screenshots. */
export const picturesFolder = fileURLToPath(new URL("../../../../docs/pictures", import.meta.url));
const widths = [390, 1024, 1440] as const;
const narrowestWidth = 360;
const themes = ["light", "dark"] as const;
/** Axe rules about colors. All pages are checked in the light theme. */
const colorRules = ["color-contrast", "link-in-text-block"];
/** Axe rules whose result depends on the window size. */
const layoutRules = [...colorRules, "scrollable-region-focusable", "target-size"];

// The page's horizontal overflow.
const overhang = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** Returns the problems of the current page, or part of it, in each theme and at each width, with their location. */
export async function inspectPage(
  page: Page,
  name: string,
  part: Pick<ViolationSearch, "include" | "disabledRules"> = {},
): Promise<string[]> {
  const found: string[] = [];
  const seen = new Set<string>();
  await page.setViewportSize({ width: narrowestWidth, height: 740 });
  // Popups move a frame after the window.
  const measure = () => page.evaluate<number>(overhang);
  const fits = waitFor("a page that fits", async () => ((await measure()) > 0 ? undefined : 0), 5000);
  const narrow = await fits.catch(measure);
  if (narrow > 0) found.push(`${name}: ${narrow} px wider than a window of ${narrowestWidth} px`);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      const isState = name.includes(", ");
      // Conditions are checked on a phone in the light theme and on a desktop in the dark theme.
      if (isState && (width === 390) !== (colorScheme === "light")) continue;
      if (isState && (width === 1440 || (!takesPictures && width !== 390))) continue;
      await page.setViewportSize({ width, height: width < 768 ? 844 : 800 });
      const where = `${name}, ${width} px, ${colorScheme}`;
      const rules = colorScheme === "dark" ? colorRules : width === 1440 ? layoutRules : undefined;
      for (const { id, nodes } of await findViolations(page, { ...part, exclude: ["iframe"], rules })) {
        if (!seen.has(id)) found.push(`${where}: ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
        seen.add(id);
      }
      if (!takesPictures) continue;
      const picture = `${name.replaceAll(/,? /g, "-")}-${width}-${colorScheme}`;
      await page.screenshot({ path: join(picturesFolder, `${picture}.png`) });
    }
  }
  return found;
}
