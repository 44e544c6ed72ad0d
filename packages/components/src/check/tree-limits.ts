/** How large a rendered tree, its state and its props may each be. */
export const treeLimits = {
  /** Objects and lists inside each other. An element and its list of children are two. */
  depth: 100,
  /** Elements, attributes, texts and whatever stands inside them, all together. */
  values: 20_000,
  /** UTF-16 code units of all texts and names together. */
  characters: 1_000_000,
} as const;
