// Constants of their own, because a bundle keeps the names of properties.

/** Objects and lists inside each other. An element and its list of children are two. */
export const maxDepth = 100;

/** Elements, attributes, texts and whatever stands inside them, all together. */
export const maxValues = 20_000;

/** UTF-16 code units of all texts and keys together. */
export const maxCharacters = 1_000_000;

/**
 * How large a rendered tree, its state and its props may each be: levels of objects and lists inside each other, values
 * of any kind, and UTF-16 code units of texts and keys.
 */
export const treeLimits: Readonly<Record<"depth" | "values" | "characters", number>> = {
  depth: maxDepth,
  values: maxValues,
  characters: maxCharacters,
};
