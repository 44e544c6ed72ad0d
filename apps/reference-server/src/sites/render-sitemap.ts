import type { SiteSection } from "@plugboard/content";
import { html, raw } from "hono/html";
import type { EnteredSite, LocatedSite } from "./enter-site.ts";
import { canonicalUrlOf, type HtmlPage, pathOfPage } from "./render-layout.ts";

/** The file of a section that lists its pages for search engines. */
export const pagesFile = "sitemap-pages.xml";

const declaration = raw('<?xml version="1.0" encoding="UTF-8"?>');
const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** Returns the sections that search engines can index: the public ones of a site that everyone can read. */
export function indexedSections({
  access,
  sections,
}: Pick<LocatedSite, "access" | "sections">): readonly SiteSection[] {
  return access.audience === "everyone" ? sections.filter(({ visibility }) => visibility === "public") : [];
}

/**
 * Renders the list of a site's sitemaps, one for each indexed section, because a sitemap can have 50,000 pages.
 *
 * @see https://www.sitemaps.org/protocol.html
 */
export function renderSitemapIndex(site: LocatedSite): HtmlPage {
  const sitemaps = indexedSections(site).map(
    ({ path }) =>
      html`<sitemap><loc>${site.canonical}${path === "" ? "" : `${path}/`}${pagesFile}</loc></sitemap>`,
  );
  return html`${declaration}<sitemapindex xmlns="${namespace}">${sitemaps}</sitemapindex>`;
}

/** Renders the sitemap of a section's pages. */
export function renderSitemap(entered: EnteredSite): HtmlPage {
  const pages = entered.pages.map(
    (page) =>
      html`<url><loc>${canonicalUrlOf(entered, pathOfPage(page))}</loc><lastmod>${new Date(page.updatedAt).toISOString()}</lastmod></url>`,
  );
  return html`${declaration}<urlset xmlns="${namespace}">${pages}</urlset>`;
}

/** Returns the `robots.txt` of a site. Crawlers read it only at a domain of the site's own. */
export function renderRobots(site: LocatedSite): string {
  const sitemap = indexedSections(site).length === 0 ? "" : `\nSitemap: ${site.canonical}sitemap.xml\n`;
  return `User-agent: *\nDisallow: /*~search\n${sitemap}`;
}
