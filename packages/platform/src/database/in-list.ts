/** Values for `in (…)`. PostgreSQL takes no empty list there; no id is the empty text. */
export function inList(values: readonly string[]): readonly string[] {
  return values.length === 0 ? [""] : values;
}
