import { diffComm } from "node-diff3";

/**
 * Inserts a paragraph after a line of a text that has been edited since the line was counted. The paragraph goes to the end of
 * the lines there.
 *
 * @param base - the text in which the line was counted
 * @param line - the number of lines before the paragraph
 */
export function insertParagraph(base: string, line: number, text: string, paragraph: string): string {
  const lines = text.split("\n");
  let end = moveLine(base.split("\n"), line, lines);
  while (end > 0 && end < lines.length && lines[end - 1] !== "" && lines[end] !== "") end += 1;
  const before = lines.slice(0, end).join("\n").trimEnd();
  const after = lines.slice(end).join("\n").replace(/^\n+/, "");
  return [before, paragraph, after].filter((part) => part !== "").join("\n\n");
}

/** Returns the position of a line in the edited text. */
function moveLine(base: string[], line: number, edited: string[]): number {
  let from = 0;
  let to = 0;
  for (const { common = [], buffer1 = [], buffer2 = [] } of diffComm(base, edited)) {
    if (line <= from + common.length) return to + (line - from);
    from += common.length;
    to += common.length;
    if (line <= from + buffer1.length) return to + Math.min(line - from, buffer2.length);
    from += buffer1.length;
    to += buffer2.length;
  }
  return to;
}
