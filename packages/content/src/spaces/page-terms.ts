import type { Insertable, Transaction } from "kysely";
import { inStatements } from "@plugboard/platform/product";
import type { ContentTables } from "../database/content-tables.ts";
import { createTextTurns } from "./text-turns.ts";

// Page text is searched in `page_terms`: each page's words, normalized here so that both databases give the same
// results. FTS5 can't be used because virtual tables take no triggers, which isolate organizations on SQLite, and
// an index on `tsvector` can't because PostgreSQL uses no index of such an operator under a row policy.

const maxWordLength = 64;
const maxCount = 9;
const words = /[\p{L}\p{N}_]+/gu;
// Scripts without spaces between words: a search must also find the middle of a run.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Returns the words of a text in order: lower case, without accents. Punctuation separates words. */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  return (plain.match(words) ?? []).flatMap((word) => (word.length <= maxWordLength ? word : cutWord(word)));
}

/**
 * Returns a text of the same length in lower case and without accents, to find words of a search in it.
 *
 * @example
 * import { foldText } from "@plugboard/content";
 *
 * console.log(foldText("Résumé")); // resume
 */
export function foldText(text: string): string {
  return text
    .replaceAll(/[\u0080-\uffff]/g, (unit) => unit.normalize("NFKD").charAt(0))
    .replaceAll(/[A-Z\u0080-\uffff]+/g, (run) => {
      const small = run.toLowerCase();
      return small.length === run.length ? small : run;
    });
}

function cutWord(word: string): readonly string[] {
  return word.match(/.{1,64}/gsu) ?? [];
}

/** Returns the stored words of a page with their number up to 9, such as `" signed2 webhooks1 "`. */
function toTerms({ title, markdown }: { readonly title: string; readonly markdown: string }): string {
  const counts = new Map<string, number>(wordsOf(title).map((word) => [word, 0]));
  for (const word of wordsOf(markdown)) counts.set(word, Math.min((counts.get(word) ?? 0) + 1, maxCount));
  return `${Array.from(counts, ([word, count]) => ` ${word}:${count}`).join("")} `;
}

/** Returns the text that the stored words contain if one of them begins with a word of a query. */
export function termOf(word: string): string {
  return unspaced.test(word) ? word : ` ${word}`;
}

/** Returns how often a page's text contains words that begin with a word of a query. */
export function countIn(terms: string, word: string): number {
  const term = termOf(word);
  let count = 0;
  for (let at = terms.indexOf(term); at >= 0; at = terms.indexOf(term, at + 1))
    count += Number(terms[terms.indexOf(":", at) + 1]);
  return count;
}

const pagesAtOnce = 50;

/** Finds the words of pages, by page ID: before a transaction that would make other writers wait for it. */
export async function findTerms(
  pages: readonly { readonly id: string; readonly title: string; readonly markdown: string }[],
): Promise<ReadonlyMap<string, string>> {
  const terms = new Map<string, string>();
  const turn = createTextTurns();
  for (const page of pages) {
    await turn(page.markdown);
    terms.set(page.id, toTerms(page));
  }
  return terms;
}

/**
 * Writes the words of pages in the transaction of their change.
 *
 * @param found - from `findTerms`, for all of the pages. Defaults to finding the words of the stored texts
 */
export async function writeTerms(
  transaction: Transaction<ContentTables>,
  { spaceId, organizationId }: { readonly spaceId: string; readonly organizationId: string },
  pageIds: readonly string[],
  found?: ReadonlyMap<string, string>,
): Promise<void> {
  for (let start = 0; start < pageIds.length; start += pagesAtOnce) {
    const part = pageIds.slice(start, start + pagesAtOnce);
    const terms = found ?? (await findTerms(await readTexts(transaction, spaceId, part)));
    const rows = part.flatMap((page_id): Insertable<ContentTables["page_terms"]>[] => {
      const ofPage = terms.get(page_id);
      const location = { page_id, space_id: spaceId, organization_id: organizationId };
      return ofPage === undefined ? [] : [{ ...location, terms: ofPage }];
    });
    if (rows.length === 0) continue;
    await transaction
      .insertInto("page_terms")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(["space_id", "page_id"])
          .doUpdateSet((row) => ({ terms: row.ref("excluded.terms") })),
      )
      .execute();
  }
}

async function readTexts(
  transaction: Transaction<ContentTables>,
  spaceId: string,
  pageIds: readonly string[],
): Promise<{ id: string; title: string; markdown: string }[]> {
  return await transaction
    .selectFrom("pages")
    .select(["id", "title", "markdown"])
    .where("space_id", "=", spaceId)
    .where("id", "in", pageIds)
    .execute();
}

/** Deletes the words of deleted pages. */
export async function deleteTerms(
  transaction: Transaction<ContentTables>,
  spaceId: string,
  pageIds: readonly string[],
): Promise<void> {
  for (const part of inStatements(pageIds))
    await transaction
      .deleteFrom("page_terms")
      .where("space_id", "=", spaceId)
      .where("page_id", "in", part)
      .execute();
}
