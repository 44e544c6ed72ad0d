/** A piece of text to be replaced by another. Offsets are UTF-16 code units. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with one piece replaced. */
export function applySplice(text: string, splice: Splice): string {
  return text.slice(0, splice.start) + splice.text + text.slice(splice.end);
}

/** Where the line that holds an offset begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the line that holds an offset ends, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  if (newline === -1) return text.length;
  return text[newline - 1] === "\r" && newline > offset ? newline - 1 : newline;
}

/** The end of a piece without the white space it ends with. */
export function trimmedEnd(text: string, end: number): number {
  return text.slice(0, end).trimEnd().length;
}
