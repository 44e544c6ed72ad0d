/** The part of a list to read, in key order. Defaults to the whole list. */
export interface Keyset {
  /** Only items after this key. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}
