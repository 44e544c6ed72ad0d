import { parseExpandable } from "./expandables.ts";

/** One of several tabs. */
export interface Tab {
  /** The plain text of its button. */
  readonly title: string;
  /** The number of the content's first line, from 0. */
  readonly from: number;
  /** The number of the line after the content. */
  readonly to: number;
}

/** Tabs at the beginning of some Markdown. */
export interface Tabs {
  readonly tabs: readonly Tab[];
  /** The number of the last line, from 0: the closing tag. */
  readonly to: number;
}

const opening = /^<tabs>\s*$/;
const closing = /^<\/tabs>\s*$/;
/** Longer groups aren't recognized. */
const maxTabs = 20;

/**
 * Returns the tabs that the Markdown starts with, or `undefined` if it starts with something else. Tabs are expandable sections in
 * a `<tabs>` element, so other Markdown tools show them below each other:
 *
 * ```md
 * <tabs>
 *
 * <details>
 * <summary>npm</summary>
 *
 * Run `npm install`.
 *
 * </details>
 *
 * <details>
 * <summary>pnpm</summary>
 *
 * Run `pnpm install`.
 *
 * </details>
 *
 * </tabs>
 * ```
 *
 * @example
 * import { parseTabs } from "@plugboard/content/markdown";
 *
 * const lines = ["<tabs>", "<details>", "<summary>npm</summary>", "", "Run it.", "", "</details>", "</tabs>"];
 * console.log(parseTabs(lines)); // { tabs: [{ title: "npm", from: 3, to: 6 }], to: 7 }
 */
export function parseTabs(lines: Iterable<string>): Tabs | undefined {
  const rest = lines[Symbol.iterator]();
  if (!opening.test(rest.next().value ?? "")) return undefined;
  const tabs: Tab[] = [];
  for (let number = 1; ; number += 1) {
    const { value: line, done = false } = rest.next();
    if (done || tabs.length > maxTabs) return undefined;
    if (line.trim() === "") continue;
    if (closing.test(line)) return tabs.length === 0 ? undefined : { tabs, to: number };
    const section = parseExpandable(continueWith(line, rest));
    if (section === undefined) return undefined;
    tabs.push({ title: section.title, from: number + section.from, to: number + section.to });
    number += section.to;
  }
}

/** Yields a line and then the rest, of which the caller can leave a part unread. */
function* continueWith(line: string, rest: Iterator<string>): Generator<string> {
  yield line;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

/**
 * Prints tabs as Markdown.
 *
 * @param sections - each tab, printed with `printExpandable`
 *
 * @example
 * import { printExpandable, printTabs } from "@plugboard/content/markdown";
 *
 * console.log(printTabs([printExpandable("npm", "Run `npm install`."), printExpandable("pnpm", "Run `pnpm install`.")]));
 */
export function printTabs(sections: readonly string[]): string {
  return ["<tabs>", ...sections, "</tabs>"].join("\n\n");
}
