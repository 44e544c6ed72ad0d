import { limits } from "@plugboard/api/contract";
import type { Page } from "./pages.ts";

/** A page that was found, with a piece of its text around the first word that it has. */
export interface PageMatch<Found> {
  readonly page: Found;
  readonly excerpt: string;
}

const maxWords = 8;
const maxMatches = limits.pageItems;
const maxPageCharacters = 128 * 1024;
/** Of all pages together: what one search may read. */
const maxCharacters = 16 * 1024 * 1024;
const excerptBefore = 60;
const excerptLength = 200;
const titleScore = 10;
const maxCounted = 5;

/**
 * The words of a search, in small letters; at most eight count.
 *
 * @example
 * import { searchWords } from "@plugboard/platform";
 *
 * console.log(searchWords("Signed  Webhooks")); // ["signed", "webhooks"]
 */
export function searchWords(query: string): readonly string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, maxWords);
}

/**
 * Of some pages, those that have all words of a query in their title or text: at most a hundred, the best first. The first
 * 16 million characters of all texts are looked through.
 *
 * @example
 * import { listPagesWithText, type Platform, searchPages } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const pages = await listPagesWithText(platform, "spc_1");
 * for (const { page, excerpt } of searchPages(pages, "signed webhooks")) console.log(page.title, excerpt);
 */
export function searchPages<Found extends Pick<Page, "title" | "markdown">>(
  pages: readonly Found[],
  query: string,
): readonly PageMatch<Found>[] {
  const words = searchWords(query);
  if (words.length === 0) return [];
  const matches: (PageMatch<Found> & { readonly score: number })[] = [];
  let characters = 0;
  for (const page of pages) {
    characters += Math.min(page.markdown.length, maxPageCharacters);
    if (characters > maxCharacters) break;
    const text = page.markdown.slice(0, maxPageCharacters);
    const score = scoreOf(page.title.toLowerCase(), text.toLowerCase(), words);
    if (score > 0) matches.push({ page, score, excerpt: excerptOf(text, words) });
  }
  return matches
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxMatches)
    .map(({ page, excerpt }) => ({ page, excerpt }));
}

/** How well a page fits; 0 where it lacks one of the words. */
function scoreOf(title: string, text: string, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const found = (title.includes(word) ? titleScore : 0) + countOf(text, word);
    if (found === 0) return 0;
    score += found;
  }
  return score;
}

function countOf(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < maxCounted; at = text.indexOf(word, at + word.length))
    count += 1;
  return count;
}

/** A line of text, without what Markdown is written with. */
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
