/** Characters of a response's body that an attempt log keeps. */
const maxCharacters = 2_048;
// No UTF-16 unit takes more than three bytes of UTF-8, and a character cut in two at the end at most three.
const maxBytes = 3 * maxCharacters + 3;

/**
 * The start of a body as text, for people to read. Bytes that are not UTF-8, and NUL, which some databases cannot keep in
 * text, become U+FFFD.
 */
export function toExcerpt(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, maxBytes));
  return start.toString("utf8").slice(0, maxCharacters).toWellFormed().replaceAll("\u0000", "\uFFFD");
}
