/** Longer pages are shown as source text, because some input takes a second per megabyte to parse. */
export const maxMarkdownCharacters: number = 128 * 1024;
