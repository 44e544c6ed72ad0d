const maxWord = 40;

/**
 * Returns the candidate that is most similar to a misspelled word, or `undefined` if none is similar.
 *
 * @example
 * import { suggest } from "@plugboard/manifest";
 *
 * console.log(suggest("preview_images", ["name", "previewImages"])); // previewImages
 */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > maxWord) return undefined;
  const plainWord = plain(word);
  let best: string | undefined;
  // At least one letter must match; otherwise any short word would.
  const slips = Math.max(1, Math.floor(plainWord.length / 3));
  let bestDistance = Math.max(1, Math.min(slips + 1, plainWord.length));
  for (const candidate of candidates) {
    const distance = editDistance(plainWord, plain(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `preview_images`, `Preview-Images` and `previewImages` differ only in style. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, "");
}

/**
 * Returns the number of insertions, deletions, substitutions and adjacent transpositions (optimal string
 * alignment).
 */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + cost,
          swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
