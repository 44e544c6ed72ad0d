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
export function termsOf({ title, markdown }: { readonly title: string; readonly markdown: string }): string {
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
