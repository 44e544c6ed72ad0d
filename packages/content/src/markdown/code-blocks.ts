/** A fenced code block at the top level of a Markdown document. */
export interface CodeBlock {
  /** The text after the opening fence, such as `js`. */
  readonly info: string;
  readonly content: string;
  /** The offset of its first character. */
  readonly start: number;
  /** The offset after its last character, before the line break. */
  readonly end: number;
  /** The line it starts on, from 0. */
  readonly line: number;
}

interface Line {
  readonly text: string;
  readonly start: number;
  /** Its number, from 0. */
  readonly line: number;
}

interface Fence {
  readonly mark: string;
  readonly info: string;
  readonly start: number;
  readonly line: number;
  /**
   * Whether it starts at the beginning of a line. Blocks that are indented, or in lists or quotes, are only
   * skipped.
   */
  readonly isTop: boolean;
  /** Whether it is in a list or a quote; the block ends with it. */
  readonly isContained: boolean;
  readonly content: string[];
}

// `lastIndex` is set before each use.
const marker = /([-*+]|\d{1,9}[.)])(?=[ \t])|>/y;
const spaces = /[ \t]*/y;
const fencePattern = /^(`{3,}|~{3,})(.*)$/;

/** Returns the closed top-level code blocks of a Markdown document in order, in linear time. */
export function findCodeBlocks(markdown: string): CodeBlock[] {
  const found: CodeBlock[] = [];
  if (!hasFence(markdown)) return found;
  let open: Fence | undefined;
  for (const { text, start, line } of linesOf(markdown)) {
    if (open?.isContained === true && /^[^\s>]/.test(text)) open = undefined;
    const mayBeFence = hasFence(text);
    if (open === undefined) {
      if (mayBeFence) open = readFence(text, start, line);
    } else if (mayBeFence && closes(text, open)) {
      const { info, isTop, content } = open;
      if (isTop)
        found.push({
          info,
          content: content.join("\n"),
          start: open.start,
          end: start + text.length,
          line: open.line,
        });
      open = undefined;
    } else {
      open.content.push(text);
    }
  }
  return found;
}

function hasFence(text: string): boolean {
  return text.includes("```") || text.includes("~~~");
}

/**
 * Prints a code block as Markdown without a trailing line break. Its fence is longer than any fence in the
 * content.
 *
 * @example
 * import { printCodeBlock } from "@plugboard/content/markdown";
 *
 * console.log(printCodeBlock("ts", "const answer = 42;"));
 */
export function printCodeBlock(info: string, content: string): string {
  const runs = content.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(runs.reduce((longest, { length }) => Math.max(longest, length + 1), 3));
  return content === "" ? `${fence}${info}\n${fence}` : `${fence}${info}\n${content}\n${fence}`;
}

/** Yields lines one by one, because a list of a million objects keeps the garbage collector busy. */
function* linesOf(markdown: string): Generator<Line, void> {
  const find = (mark: string, from: number): number => {
    const index = markdown.indexOf(mark, from);
    return index < 0 ? markdown.length : index;
  };
  let [start, feed, carriage] = [0, find("\n", 0), find("\r", 0)];
  for (let line = 0; ; line += 1) {
    const end = Math.min(feed, carriage);
    yield { text: markdown.slice(start, end), start, line };
    if (end === markdown.length) return;
    start = end + (carriage === end && feed === end + 1 ? 2 : 1);
    if (feed < start) feed = find("\n", start);
    if (carriage < start) carriage = find("\r", start);
  }
}

function readFence(text: string, start: number, line: number): Fence | undefined {
  const { at, indent, isContained } = skipContainers(text);
  const [, mark = "", info = ""] = fencePattern.exec(text.slice(at)) ?? [];
  // Four spaces are an indented code block, and inline code can start a line.
  if (mark === "" || indent > 3 || (mark.startsWith("`") && info.includes("`"))) return undefined;
  return { mark, info: info.trim(), start, line, isTop: at === 0, isContained, content: [] };
}

function closes(text: string, { mark, isContained }: Fence): boolean {
  const { at, indent } = isContained
    ? { at: /^[\s>]*/.exec(text)?.[0].length ?? 0, indent: 0 }
    : skipContainers(text);
  const rest = text.slice(at).trimEnd();
  return indent <= 3 && rest.length >= mark.length && rest === mark.charAt(0).repeat(rest.length);
}

/** Skips list and quote markers step by step, in linear time per line. */
function skipContainers(text: string): {
  readonly at: number;
  readonly indent: number;
  readonly isContained: boolean;
} {
  let at = 0;
  let isContained = false;
  for (;;) {
    spaces.lastIndex = at;
    const indent = spaces.exec(text)?.[0].length ?? 0;
    marker.lastIndex = at + indent;
    if (!marker.test(text)) return { at: at + indent, indent, isContained };
    isContained = true;
    at = marker.lastIndex;
  }
}
