/** An expandable section at the beginning of some Markdown. */
export interface Expandable {
  /** The plain text that is always visible. */
  readonly title: string;
  /** The number of the content's first line, from 0. */
  readonly from: number;
  /** The number of the line after the content: the closing tag. */
  readonly to: number;
}

/** Deeper sections aren't recognized, so that reading one takes linear time. */
const maxDepth = 8;
const opening = /^<details>\s*$/;
const closing = /^<\/details>\s*$/;
const summary = /^<summary>(.*)<\/summary>\s*$/;
const fencePattern = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Returns the expandable section that the Markdown starts with, or `undefined` if it starts with something
 * else. Sections use HTML that other Markdown tools render as expandable too, with each tag on its own line:
 *
 * ```md
 * <details>
 * <summary>Why does this work?</summary>
 *
 * Because of **this**.
 *
 * </details>
 * ```
 *
 * @example
 * import { parseExpandable } from "@plugboard/content/markdown";
 *
 * const lines = ["<details>", "<summary>Why?</summary>", "", "Because.", "", "</details>"];
 * console.log(parseExpandable(lines)); // { title: "Why?", from: 2, to: 5 }
 */
export function parseExpandable(lines: Iterable<string>): Expandable | undefined {
  let title: string | undefined;
  let from = 0;
  let depth = 0;
  let fence: string | undefined;
  let number = -1;
  for (const line of lines) {
    number += 1;
    if (number === 0 && !opening.test(line)) return undefined;
    if (title === undefined) {
      const [, text] = summary.exec(line) ?? [];
      if (number > 0 && text === undefined && line.trim() !== "") return undefined;
      if (text === undefined) continue;
      title = unescapeText(text);
      from = number + 1;
      depth = 1;
      continue;
    }
    const [, mark] = fencePattern.exec(line) ?? [];
    if (fence !== undefined) {
      const isClosed = mark?.startsWith(fence) === true && line.trim() === mark;
      if (isClosed) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else if (opening.test(line)) depth += 1;
    else if (closing.test(line)) depth -= 1;
    if (depth === 0) return { title, from, to: number };
    if (depth > maxDepth) return undefined;
  }
  return undefined;
}

/**
 * Prints an expandable section as Markdown.
 *
 * @example
 * import { printExpandable } from "@plugboard/content/markdown";
 *
 * console.log(printExpandable("Why?", "Because."));
 */
export function printExpandable(title: string, content: string): string {
  return `<details>\n<summary>${escapeText(title)}</summary>\n\n${content}\n\n</details>`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function unescapeText(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").trim();
}
