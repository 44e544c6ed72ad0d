/** Returns the closest match for a mistyped word; `undefined` if none is close. */
function nearestWord(word: string, words: readonly string[]): string | undefined {
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  const [best] = words
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= maxDistance || candidate.startsWith(word))
    .toSorted((a, b) => a.distance - b.distance);
  return best?.candidate;
}

/** Suggests the closest word, or lists all of them. */
export function didYouMean(word: string, words: readonly string[]): string {
  const nearest = nearestWord(word, words);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return words.length === 0 ? "There are none." : `Choose one of ${words.join(", ")}.`;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, left] of a.split("").entries()) {
    const current = [row + 1];
    for (const [column, right] of b.split("").entries()) {
      const replaced = (previous[column] ?? 0) + (left === right ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
