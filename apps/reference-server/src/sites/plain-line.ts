/**
 * Returns text as a single line, without control characters and characters that reorder text, which could
 * hide instructions to a language model from human reviewers.
 */
export function toPlainLine(text: string): string {
  return toPlainText(text).replaceAll(/\s+/g, " ").trim();
}

/** Like {@link toPlainLine}, but keeps lines and tabs. Also removes tags and variation selectors that carry text. */
export function toPlainText(text: string): string {
  return text.replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}\u{e0000}-\u{e0fff}]/gu, "");
}
