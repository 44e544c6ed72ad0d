import { setImmediate as nextTurn } from "node:timers/promises";
import { limits } from "@plugboard/api/contract";
import { PostgresAdapter, sql } from "kysely";
import { inList, createFairQueue } from "@plugboard/platform/product";
import { joinTexts, type ListedPage, type Page } from "./pages.ts";
import { countIn, foldText, termOf, wordsOf } from "./page-terms.ts";
import { tablesOf } from "../database/tables-of.ts";
import type { ReadContext } from "../database/read-context.ts";

/** A search result, with an excerpt around the first matched word. */
export interface PageMatch<Found> {
  readonly page: Found;
  readonly excerpt: string;
}

const maxWords = 8;
const maxMatches = limits.pageItems;
/** The beginning of a page, which excerpts are from. */
const maxPageCharacters = 128 * 1024;
/** Anyone can search a public site. */
const searches = createFairQueue(
  { maxInFlight: 4, maxOfCaller: 2, maxWaitingOfCaller: 20, othersForMilliseconds: 10_000 },
  () => performance.now(),
);
const excerptBefore = 60;
const excerptLength = 200;
const titleScore = 10;
const maxCounted = 5;

/**
 * Returns the words of a query in lower case and without accents, at most eight. Quotes and operators have no meaning.
 *
 * @example
 * import { searchWords } from "@plugboard/content";
 *
 * console.log(searchWords('"Signed"  Webhooks')); // ["signed", "webhooks"]
 */
export function searchWords(query: string): readonly string[] {
  return [...new Set(wordsOf(query))].slice(0, maxWords);
}

/**
 * Returns up to 100 pages whose title and text contain all words of a query, or words that begin with them, best match
 * first. Upper case and accents make no difference.
 *
 * @param pages - pages of the space to search
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
  const words = searchWords(query);
  if (words.length === 0) return [];
  return await searches.run(spaceId, async () => {
    const scores = await scorePages(context, spaceId, pages, words);
    const best = pages
      .filter(({ id }) => scores.has(id))
      .toSorted((one, other) => (scores.get(other.id) ?? 0) - (scores.get(one.id) ?? 0))
      .slice(0, maxMatches);
    const matches: PageMatch<Page>[] = [];
    for await (const page of readTexts(context, spaceId, best))
      matches.push({ page, excerpt: excerptOf(page.markdown, words) });
    return matches;
  });
}

/** The words of this many pages are searched per statement. */
const scoredAtOnce = 250;

/** Returns the scores of the pages that contain all words. */
async function scorePages(
  { db }: ReadContext,
  spaceId: string,
  pages: readonly ListedPage[],
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const titles = new Map(pages.map(({ id, title }) => [id, wordsOf(title)]));
  const ids = [...titles.keys()].toSorted((one, other) => (one < other ? -1 : 1));
  const position = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? "strpos" : "instr");
  const scores = new Map<string, number>();
  for (let start = 0; start < ids.length; start += scoredAtOnce) {
    const part = ids.slice(start, start + scoredAtOnce);
    let query = tablesOf(db)
      .selectFrom("page_terms")
      .innerJoin("pages", (join) =>
        join
          .onRef("pages.id", "=", "page_terms.page_id")
          .onRef("pages.revision_id", "=", "page_terms.revision_id"),
      )
      .select(["page_id", "terms"])
      .where("page_terms.space_id", "=", spaceId)
      .where("page_id", "in", part);
    for (const word of words)
      query = query.where(sql<boolean>`${position}(${sql.ref("terms")}, ${termOf(word)}) > 0`);
    for (const { page_id, terms } of await query.execute()) {
      const title = titles.get(page_id) ?? [];
      const scoreOf = (word: string): number =>
        (title.some((each) => each.startsWith(word)) ? titleScore : 0) +
        Math.min(countIn(terms, word), maxCounted);
      scores.set(
        page_id,
        words.reduce((sum, word) => sum + scoreOf(word), 0),
      );
    }
  }
  return scores;
}

const textsAtOnce = 10;

/** Reads the beginning of each page's text. Skips pages that were deleted since they were listed. */
async function* readTexts(
  { db }: ReadContext,
  spaceId: string,
  pages: readonly ListedPage[],
): AsyncGenerator<Page> {
  for (let start = 0; start < pages.length; start += textsAtOnce) {
    await nextTurn();
    const listed = pages.slice(start, start + textsAtOnce);
    const rows = await joinTexts(db)
      .select(["pages.id", sql<string>`substr(markdown, 1, ${sql.lit(maxPageCharacters)})`.as("markdown")])
      .where("pages.space_id", "=", spaceId)
      .where("pages.id", "in", inList(listed.map(({ id }) => id)))
      .execute();
    const texts = new Map(rows.map(({ id, markdown }) => [id, markdown]));
    for (const page of listed) {
      const markdown = texts.get(page.id);
      if (markdown !== undefined) yield { ...page, markdown };
    }
  }
}

/** Returns a line of text without Markdown syntax. */
function excerptOf(markdown: string, words: readonly string[]): string {
  const text = markdown
    .replaceAll(/^```integration-block[^\n]*\n[^`]*```/gm, " ")
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replaceAll(/^[#>\s]+|[*_`|~]+/gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const small = foldText(text);
  const first = Math.min(...words.map((word) => small.indexOf(word)).filter((at) => at >= 0));
  const start = Number.isFinite(first) ? Math.max(0, first - excerptBefore) : 0;
  const from = start === 0 ? 0 : text.indexOf(" ", start) + 1;
  const end = from + excerptLength;
  return `${from === 0 ? "" : "… "}${text.slice(from, end).trim()}${end < text.length ? " …" : ""}`;
}
