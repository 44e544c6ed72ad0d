interface Item {
  readonly id: string;
  /** Whether the user lost access to it since it was first listed. */
  readonly isLost?: boolean;
}

/**
 * Returns a new list with the items that it lacks, at their earlier positions. The page of a lost organization then stays
 * open, with the text that was typed in it.
 */
export function keepLost<Kept extends Item>(before: readonly Kept[], listed: readonly Kept[]): Kept[] {
  const kept = before.map((old) => listed.find(({ id }) => id === old.id) ?? { ...old, isLost: true });
  return [...kept, ...listed.filter(({ id }) => before.every((old) => old.id !== id))];
}
