/**
 * Whether every store gives a text back as it is. PostgreSQL keeps no NUL in text, and half of a surrogate pair has no UTF-8:
 * it would come back as another character, and never be found under its own name.
 */
export function isStorableText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed() && !value.includes("\u0000");
}
