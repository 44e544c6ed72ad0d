import { quote } from "./quote.ts";
import { suggest } from "./suggest.ts";

const maxListed = 18;

/**
 * Explains an unknown value: suggests the most similar one, or lists all if there are few. `what` names the
 * kind of value, such as "a key of a block".
 *
 * @example
 * import { explainUnknownWord } from "@plugboard/manifest";
 *
 * console.log(explainUnknownWord("spade", "a kind", ["site", "space"])); // "spade" is not a kind. Did you mean "space"?
 */
export function explainUnknownWord(word: string, what: string, allowed: readonly string[]): string {
  const meant = suggest(word, allowed);
  if (meant !== undefined) return `${quote(word)} is not ${what}. Did you mean ${quote(meant)}?`;
  const advice =
    allowed.length > 0 && allowed.length <= maxListed ? `Write one of ${allowed.join(", ")}.` : "Remove it.";
  return `${quote(word)} is not ${what}. ${advice}`;
}
