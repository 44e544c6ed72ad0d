import { quote } from "./quote.ts";
import { suggest } from "./suggest.ts";

const maxListed = 16;

/**
 * What to do about a word that is none of those allowed: the one that was probably meant, or all of them when they are
 * few. `what` names the kind of word, as in "a key of a block".
 */
export function explainUnknownWord(word: string, what: string, allowed: readonly string[]): string {
  const meant = suggest(word, allowed);
  if (meant !== undefined) return `${quote(word)} is not ${what}. Did you mean ${quote(meant)}?`;
  const advice =
    allowed.length > 0 && allowed.length <= maxListed ? `Write one of ${allowed.join(", ")}.` : "Remove it.";
  return `${quote(word)} is not ${what}. ${advice}`;
}
