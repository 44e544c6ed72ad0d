import { foldText, type Page, type PageMatch, searchSpace, searchWords } from "@plugboard/content";
import type { Platform } from "@plugboard/platform";
import { html, raw } from "hono/html";
import type { EnteredSite } from "./enter-site.ts";
import { type Html, type HtmlPage, pathOfPage, renderLayout } from "./render-layout.ts";
import { tabsOf, titleOf } from "./site-tabs.ts";
import { type SiteTexts, siteTextsIn } from "./texts/site-texts.ts";

const maxQueryLength = 200;
const maxResults = 20;
const maxResultsOfSection = 5;

/** The query of a search. */
export interface SearchQuery {
  readonly text: string;
  /** Searches all sections of the site instead of the open one. */
  readonly all: boolean;
}

interface SectionMatches {
  readonly entered: EnteredSite;
  readonly matches: readonly PageMatch<Page>[];
}

/**
 * Renders the results of a search in the pages of a site that its visitor can read.
 *
 * @param tags - the tags of the site's font
 */
export async function renderSearch(
  platform: Platform,
  entered: EnteredSite,
  { text, all }: SearchQuery,
  tags: string,
): Promise<HtmlPage> {
  const query = text.slice(0, maxQueryLength).trim();
  const words = searchWords(query);
  const searchesAll = all && tabsOf(entered).length > 1;
  const found = searchesAll
    ? await searchSite(platform, entered, query)
    : [await search(platform, entered, query)];
  const count = found.reduce((sum, { matches }) => sum + matches.length, 0);
  const { search: texts } = siteTextsIn(entered.section.language);
  const summary = query === "" ? texts.empty : summarize(texts, count, query, searchesAll);
  return renderLayout({
    entered,
    title: texts.title,
    current: "~search",
    query,
    searchesAll,
    head: raw(tags),
    main: html`<h1>${texts.title}</h1>${renderScope(entered, query, searchesAll)}<p role="status">${summary}</p>
      ${found.map((section) => renderMatches(section, { query, words, searchesAll, texts }))}`,
  });
}

async function search(platform: Platform, entered: EnteredSite, query: string): Promise<SectionMatches> {
  const matches = await searchSpace(platform, entered.section.spaceId, entered.pages, query);
  return { entered, matches: matches.slice(0, maxResults) };
}

/**
 * Returns the pages in all sections of a site that its visitor can read and that contain a query, best match of each
 * section first. The open section comes first. Searches one variant of each section.
 */
export async function searchSite(
  platform: Platform,
  entered: EnteredSite,
  query: string,
): Promise<readonly SectionMatches[]> {
  const others = tabsOf(entered).flatMap(({ target, isOpen }) => (isOpen ? [] : [target]));
  const found = [await search(platform, entered, query)];
  // One after the other: anyone can search a public site.
  for (const section of others) found.push(await search(platform, await entered.openSection(section), query));
  return found;
}

/** Renders the choice between the open section and the whole site. */
function renderScope({ base, section, sections }: EnteredSite, query: string, searchesAll: boolean): Html {
  if (tabsOf({ section, sections }).length === 1) return "";
  const { search: texts } = siteTextsIn(section.language);
  const link = (title: string, isCurrent: boolean, parameter: string): Html =>
    html`<a href="${base}/~search?q=${encodeURIComponent(query)}${parameter}"${isCurrent ? raw(' aria-current="true"') : ""}>${title}</a>`;
  return html`<nav class="scope" aria-label="${texts.scope}">${link(titleOf(sections, section), !searchesAll, "")}${link(texts.everywhere, searchesAll, "&all")}</nav>`;
}

interface MatchesOptions {
  readonly query: string;
  readonly words: readonly string[];
  readonly searchesAll: boolean;
  readonly texts: SiteTexts["search"];
}

function renderMatches(
  { entered: { base, section, sections }, matches }: SectionMatches,
  { query, words, searchesAll, texts }: MatchesOptions,
): Html {
  if (matches.length === 0) return "";
  const shown = searchesAll ? matches.slice(0, maxResultsOfSection) : matches;
  const results = shown.map(
    ({ page, excerpt }) =>
      html`<li><a href="${base}/${pathOfPage(page)}">${mark(page.title, words)}</a><p>${mark(excerpt, words)}</p></li>`,
  );
  const more =
    shown.length === matches.length
      ? ""
      : html`<p><a href="${base}/~search?q=${encodeURIComponent(query)}">${texts.allIn(titleOf(sections, section))}</a></p>`;
  return html`${searchesAll ? html`<h2>${titleOf(sections, section)}</h2>` : ""}<ol class="results">${results}</ol>${more}`;
}

function summarize(
  { none, best, found }: SiteTexts["search"],
  results: number,
  query: string,
  searchesAll: boolean,
): string {
  if (results === 0) return none(query);
  return results >= maxResults && !searchesAll ? best(maxResults, query) : found(results, query);
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
