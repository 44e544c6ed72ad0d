import { html, raw } from "hono/html";
import type { EnteredSite } from "./enter-site.ts";
import { type HtmlPage, renderLayout } from "./render-layout.ts";
import { siteTextsIn } from "./texts/site-texts.ts";

/**
 * Renders the first page of a site that has none for its visitor yet.
 *
 * @param tags - the tags of the site's font
 */
export function renderEmptySite(entered: EnteredSite, tags: string): HtmlPage {
  const { title } = entered.site;
  return renderLayout({
    entered,
    title,
    current: "",
    head: raw(tags),
    main: html`<h1>${title}</h1><p>${siteTextsIn(entered.section.language).noPages}</p>`,
  });
}
