/** Which part of a list to read, in the order of its keys. Default: all of it. */
export interface Keyset {
  /** Only items after this key. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}
