/** A fenced code block at the start of a line, which in Markdown is below nothing else. */
export interface CodeBlock {
  /** The text after the fence, as in `js`. */
  readonly info: string;
  readonly content: string;
  /** Offset of its first character. */
  readonly start: number;
  /** Offset after its last character, which is not the line's end. */
  readonly end: number;
  /** The line it begins on, from 0. */
  readonly line: number;
}

interface Line {
  readonly text: string;
  readonly start: number;
}

interface Fence {
  readonly mark: string;
  readonly info: string;
  readonly start: number;
  readonly line: number;
  /** At the start of a line. Others are in a list or a quotation, or indented, and are only followed to their end. */
  readonly isTop: boolean;
  /** In a list or a quotation, which ends it. */
  readonly isContained: boolean;
  readonly content: string[];
}

// Where they look is set before each use.
const marker = /([-*+]|\d{1,9}[.)])(?=[ \t])|>/y;
const spaces = /[ \t]*/y;
const fencePattern = /^(`{3,}|~{3,})(.*)$/;

/** The closed code blocks of a Markdown text that stand at the start of a line, in order. Takes time with its length. */
export function findCodeBlocks(markdown: string): CodeBlock[] {
  const found: CodeBlock[] = [];
  let open: Fence | undefined;
  for (const [line, { text, start }] of splitLines(markdown).entries()) {
    if (open?.isContained === true && /^[^\s>]/.test(text)) open = undefined;
    const mayBeFence = text.includes("```") || text.includes("~~~");
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

/** A code block as Markdown, without a line's end after it. Its fence is longer than any that the content has. */
export function printCodeBlock(info: string, content: string): string {
  const runs = content.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(runs.reduce((longest, { length }) => Math.max(longest, length + 1), 3));
  return content === "" ? `${fence}${info}\n${fence}` : `${fence}${info}\n${content}\n${fence}`;
}

function splitLines(markdown: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { 0: ending, index } of markdown.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: markdown.slice(start, index), start });
    start = index + ending.length;
  }
  return [...lines, { text: markdown.slice(start), start }];
}

function readFence(text: string, start: number, line: number): Fence | undefined {
  const { at, indent, isContained } = skipContainers(text);
  const [, mark = "", info = ""] = fencePattern.exec(text.slice(at)) ?? [];
  // With four spaces it is code itself; and text in backticks may begin a line.
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

/** Goes past the marks of lists and quotations, step by step, so that no line takes longer than its length. */
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
