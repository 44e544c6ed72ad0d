/**
 * Returns a text as one line, without control characters and without those that reorder text, which could hide
 * instructions to a language model from the people who review them.
 */
export function toPlainLine(text: string): string {
  return toPlainText(text).replaceAll(/\s+/g, " ").trim();
}

/** Like {@link toPlainLine}, but keeps lines and tabs. */
export function toPlainText(text: string): string {
  return text.replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, "");
}
