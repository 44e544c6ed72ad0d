/** ANSI SGR parameters. */
const styles = {
  error: "31",
  warning: "33",
  location: "1",
  faint: "2",
} as const;

/** The role of a piece of printed text. */
export type PaintStyle = keyof typeof styles;

/** Colors text by its role. */
export type Paint = (style: PaintStyle, text: string) => string;

/** Returns a function that colors text for a terminal, or one that returns it unchanged. */
export function createPaint(color: boolean): Paint {
  return color ? (style, text) => `\u001b[${styles[style]}m${text}\u001b[0m` : (_, text) => text;
}
