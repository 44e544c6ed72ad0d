/**
 * Values for `in (…)`. PostgreSQL doesn't accept an empty list, so it becomes the empty string, which is
 * never an ID.
 *
 * @example
 * import { inList } from "@plugboard/platform/product";
 *
 * console.log(inList([])); // [ '' ]
 */
export function inList(values: readonly string[]): readonly string[] {
  return values.length === 0 ? [""] : values;
}
