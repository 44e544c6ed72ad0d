/** ANSI select-graphic-rendition parameters. */
const styles = {
  error: "31",
  warning: "33",
  place: "1",
  faint: "2",
} as const;

/** What a piece of printed text is. */
export type PaintStyle = keyof typeof styles;

/** Gives a text the colour of what it is. */
export type Paint = (style: PaintStyle, text: string) => string;

/** A paint that colours for a terminal, or one that leaves texts as they are. */
export function createPaint(color: boolean): Paint {
  return color ? (style, text) => `\u001b[${styles[style]}m${text}\u001b[0m` : (_, text) => text;
}
