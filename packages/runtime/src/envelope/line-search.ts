// Shared, because a table costs more to allocate than to search a small envelope with.
const skips = new Uint8Array(256);

/** Returns the start of the next line match at or after a position, or -1. */
export type LineSearch = (from: number) => number;

/**
 * Prepares the search for an ASCII line, including the line break before it (Horspool's variant of
 * Boyer–Moore): a byte that the line doesn't contain skips its whole length. Ends the previous search.
 *
 * @param line at most 255 characters
 */
export function createLineSearch(bytes: Uint8Array, line: string): LineSearch {
  const last = line.length - 1;
  skips.fill(last + 1);
  for (let index = 0; index < last; index += 1) skips[line.charCodeAt(index)] = last - index;
  return (from) => {
    let start = from;
    while (start + last < bytes.length) {
      if (hasTextAt(bytes, start, line)) return start;
      start += skips[bytes[start + last] ?? 0] ?? 1;
    }
    return -1;
  };
}

/** Returns whether the bytes at a position match an ASCII string. */
export function hasTextAt(bytes: Uint8Array, position: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[position + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
