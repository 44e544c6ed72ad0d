import { suggest } from "@plugboard/manifest";

/** Suggests the closest word, or lists all of them. */
export function didYouMean(word: string, words: readonly string[]): string {
  // An abbreviation is further from its word than a misspelling.
  const nearest = suggest(word, words) ?? words.find((candidate) => candidate.startsWith(word));
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return words.length === 0 ? "There are none." : `Choose one of ${words.join(", ")}.`;
}
