import { findSpacesWithPath, type ListedPage } from "@plugboard/content";
import type { Platform } from "@plugboard/platform";
import type { EnteredSite } from "./enter-site.ts";
import { pathOfPage } from "./render-layout.ts";
import { variantsOf } from "./site-tabs.ts";

/** A page in another language. */
export interface AlternatePage {
  readonly language: string;
  readonly url: string;
}

/** Returns a page in the languages of its section, if there are several. Only then does it run a statement. */
export async function listAlternates(
  platform: Platform,
  { canonical, isPreview, pages: [first], section, sections }: EnteredSite,
  page: ListedPage,
): Promise<readonly AlternatePage[]> {
  const variants = new Map(
    variantsOf(sections, section).map(({ language = "en", ...variant }) => [language, variant]),
  );
  if (isPreview || variants.size < 2) return [];
  const isFirst = page.id === first?.id;
  const spaces = [...variants.values()].map(({ spaceId }) => spaceId);
  const found = isFirst ? new Set(spaces) : await findSpacesWithPath(platform, spaces, page.slug);
  const alternates = [...variants].flatMap(([language, { path, spaceId }]) => {
    const base = `${canonical}${path === "" ? "" : `${path}/`}`;
    return found.has(spaceId) ? [{ language, url: `${base}${isFirst ? "" : pathOfPage(page)}` }] : [];
  });
  return alternates.length < 2 ? [] : alternates;
}
