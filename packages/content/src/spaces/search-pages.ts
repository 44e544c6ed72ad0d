import { setImmediate as nextTurn } from "node:timers/promises";
import { limits } from "@plugboard/api/contract";
import { sql } from "kysely";
import { inList, createFairQueue } from "@plugboard/platform/product";
import type { ListedPage, Page } from "./pages.ts";
import { tablesOf } from "../database/tables-of.ts";
import type { ReadContext } from "../database/read-context.ts";

/** A search result, with an excerpt around the first matched word. */
export interface PageMatch<Found> {
  readonly page: Found;
  readonly excerpt: string;
}

const maxWords = 8;
const maxMatches = limits.pageItems;
const maxPageCharacters = 128 * 1024;
/** The limit on text read by one search. */
const maxCharacters = 16 * 1024 * 1024;
/** The number of characters to search before pausing for other requests, which takes less than 10 ms. */
const maxCharactersAtOnce = 512 * 1024;
/** Each running search holds up to {@link maxCharacters}, and anyone can search a public site. */
const searches = createFairQueue(
  { maxInFlight: 4, maxOfCaller: 2, maxWaitingOfCaller: 20, othersForMilliseconds: 10_000 },
  () => performance.now(),
);
const excerptBefore = 60;
const excerptLength = 200;
const titleScore = 10;
const maxCounted = 5;

/**
 * Returns the words of a query in lower case, at most eight.
 *
 * @example
 * import { searchWords } from "@plugboard/content";
 *
 * console.log(searchWords("Signed  Webhooks")); // ["signed", "webhooks"]
 */
export function searchWords(query: string): readonly string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, maxWords);
}

/**
 * Returns up to 100 pages whose title and text contain all words of a query, best match first. Searches at
 * most 16 million characters in total, and pauses for other requests.
 *
 * @param pages - pages of the space; their text is read a few pages at a time
 *
 * @throws PlatformError `unavailable` while many searches of the space are waiting
 *
 * @example
 * import { listPages, searchSpace } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const pages = await listPages(platform, "spc_1");
 * for (const { page, excerpt } of await searchSpace(platform, "spc_1", pages, "signed webhooks"))
 *   console.log(page.title, excerpt);
 */
export async function searchSpace(
  context: ReadContext,
  spaceId: string,
  pages: readonly ListedPage[],
  query: string,
): Promise<readonly PageMatch<Page>[]> {
  return await searches.run(spaceId, () => searchPages(readTexts(context, spaceId, pages), query));
}

/** Searches pages whose text is already loaded, like {@link searchSpace}. */
export async function searchPages<Found extends Pick<Page, "title" | "markdown">>(
  pages: Iterable<Found> | AsyncIterable<Found>,
  query: string,
): Promise<readonly PageMatch<Found>[]> {
  const words = searchWords(query);
  if (words.length === 0) return [];
  const pause = createPause();
  const matches: { readonly page: Found; readonly text: string; readonly score: number }[] = [];
  let characters = 0;
  for await (const page of pages) {
    const text = page.markdown.slice(0, maxPageCharacters);
    characters += text.length;
    if (characters > maxCharacters) break;
    await pause(text.length);
    const score = scoreOf(page.title.toLowerCase(), text.toLowerCase(), words);
    if (score > 0) matches.push({ page, text, score });
  }
  const best = matches.toSorted((one, other) => other.score - one.score).slice(0, maxMatches);
  const results: PageMatch<Found>[] = [];
  for (const { page, text } of best) {
    await pause(text.length);
    results.push({ page, excerpt: excerptOf(text, words) });
  }
  return results;
}

const pagesAtOnce = 10;

/** Reads the beginning of each page's text. Skips pages that were deleted since they were listed. */
async function* readTexts(
  { db }: ReadContext,
  spaceId: string,
  pages: readonly ListedPage[],
): AsyncGenerator<Page> {
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    const listed = pages.slice(start, start + pagesAtOnce);
    const rows = await tablesOf(db)
      .selectFrom("pages")
      .select(["id", sql<string>`substr(markdown, 1, ${sql.lit(maxPageCharacters)})`.as("markdown")])
      .where("space_id", "=", spaceId)
      .where("id", "in", inList(listed.map(({ id }) => id)))
      .execute();
    const texts = new Map(rows.map(({ id, markdown }) => [id, markdown]));
    for (const page of listed) {
      const markdown = texts.get(page.id);
      if (markdown !== undefined) yield { ...page, markdown };
    }
  }
}

/** Returns a function that counts searched characters and pauses for other work at regular intervals. */
function createPause(): (characters: number) => Promise<void> {
  let sincePause = 0;
  return async (characters) => {
    sincePause += characters;
    if (sincePause <= maxCharactersAtOnce) return;
    sincePause = characters;
    await nextTurn();
  };
}

/** Scores a page; 0 if it lacks one of the words. */
function scoreOf(title: string, text: string, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const wordScore = (title.includes(word) ? titleScore : 0) + countOf(text, word);
    if (wordScore === 0) return 0;
    score += wordScore;
  }
  return score;
}

function countOf(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < maxCounted; at = text.indexOf(word, at + word.length))
    count += 1;
  return count;
}

/** Returns a line of text without Markdown syntax. */
function excerptOf(markdown: string, words: readonly string[]): string {
  const text = markdown
    .replaceAll(/^```integration-block[^\n]*\n[^`]*```/gm, " ")
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replaceAll(/^[#>\s]+|[*_`|~]+/gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const small = text.toLowerCase();
  const first = Math.min(...words.map((word) => small.indexOf(word)).filter((at) => at >= 0));
  const start = Number.isFinite(first) ? Math.max(0, first - excerptBefore) : 0;
  const from = start === 0 ? 0 : text.indexOf(" ", start) + 1;
  const end = from + excerptLength;
  return `${from === 0 ? "" : "… "}${text.slice(from, end).trim()}${end < text.length ? " …" : ""}`;
}
