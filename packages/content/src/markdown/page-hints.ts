/** The kinds of hints in a page's Markdown. */
export const hintKinds = ["note", "tip", "important", "warning", "caution"] as const;
/** The kind of a hint. */
export type HintKind = (typeof hintKinds)[number];

/** The label of each kind. */
export const hintTitles: Readonly<Record<HintKind, string>> = {
  note: "Note",
  tip: "Tip",
  important: "Important",
  warning: "Warning",
  caution: "Caution",
};

/**
 * Returns the kind of the hint that a quote's first line starts, or `undefined` for an ordinary quote. Hints use the syntax of
 * GitHub's alerts:
 *
 * ```md
 * > [!TIP]
 * > Readers see this in a box.
 * ```
 *
 * @example
 * import { parseHintKind } from "@plugboard/content/markdown";
 *
 * console.log(parseHintKind("[!TIP]")); // "tip"
 */
export function parseHintKind(line: string): HintKind | undefined {
  const [, name] = /^\[!([a-z]+)\]\s*$/i.exec(line) ?? [];
  return hintKinds.find((kind) => kind === name?.toLowerCase());
}

/**
 * Returns the first line of a hint, without the quote's `>`.
 *
 * @example
 * import { printHintKind } from "@plugboard/content/markdown";
 *
 * console.log(`> ${printHintKind("tip")}\n> Readers see this in a box.`);
 */
export function printHintKind(kind: HintKind): string {
  return `[!${kind.toUpperCase()}]`;
}
