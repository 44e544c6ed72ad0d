import { foldText, searchSpace, searchWords } from "@plugboard/content";
import type { Platform } from "@plugboard/platform";
import { html, raw } from "hono/html";
import type { EnteredSite } from "./enter-site.ts";
import { type Html, type HtmlPage, pathOfPage, renderLayout } from "./render-layout.ts";

const maxQueryLength = 200;
const maxResults = 20;

/**
 * Renders the results of a search in the pages of a site that its visitor can read.
 *
 * @param tags - the tags of the site's font
 */
export async function renderSearch(
  platform: Platform,
  entered: EnteredSite,
  input: string,
  tags: string,
): Promise<HtmlPage> {
  const { base, pages, site } = entered;
  const query = input.slice(0, maxQueryLength).trim();
  const matches = (await searchSpace(platform, site.spaceId, pages, query)).slice(0, maxResults);
  const words = searchWords(query);
  const results = matches.map(
    ({ page, excerpt }) =>
      html`<li><a href="${base}/${pathOfPage(page)}">${mark(page.title, words)}</a><p>${mark(excerpt, words)}</p></li>`,
  );
  const summary = query === "" ? "Enter a search term above." : `${countOf(matches.length)} for “${query}”.`;
  return renderLayout({
    entered,
    title: "Search",
    current: "~search",
    query,
    head: raw(tags),
    main: html`<h1>Search</h1><p role="status">${summary}</p>
      ${results.length === 0 ? "" : html`<ol class="results">${results}</ol>`}`,
  });
}

function countOf(results: number): string {
  if (results === 0) return "No results";
  if (results >= maxResults) return `The best ${maxResults} pages`;
  return results === 1 ? "One page" : `${results} pages`;
}

/** Returns text with the search terms highlighted. */
function mark(text: string, words: readonly string[]): Html {
  // Only letters, digits and underscores.
  const pattern = new RegExp(words.join("|"), "g");
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: found, index } of words.length === 0 ? [] : foldText(text).matchAll(pattern)) {
    parts.push(html`${text.slice(end, index)}<mark>${text.slice(index, index + found.length)}</mark>`);
    end = index + found.length;
  }
  return html`${parts}${text.slice(end)}`;
}
