/** Finds where a needle next begins in bytes, at or after a position and wholly before `end`; -1 when it does not. */
export type ByteSearch = (bytes: Uint8Array, from: number, end?: number) => number;

/**
 * Prepares the search for one needle of 1 to 255 bytes (Horspool's variant of Boyer–Moore): a mismatch skips up to the
 * needle's length, so that a large body is not looked at byte by byte.
 *
 * @param skips where the skip of each byte is kept, for as long as the search is used
 */
export function createByteSearch(needle: Uint8Array, skips: Uint8Array = new Uint8Array(256)): ByteSearch {
  const last = needle.length - 1;
  skips.fill(needle.length);
  for (let index = 0; index < last; index += 1) skips[needle[index] ?? 0] = last - index;

  return (bytes, from, end = bytes.length) => {
    const stop = Math.min(end, bytes.length);
    let position = from + last;
    while (position < stop) {
      const byte = bytes[position] ?? 0;
      if (byte === needle[last] && beginsAt(bytes, needle, position - last)) return position - last;
      position += skips[byte] ?? 1;
    }
    return -1;
  };
}

/** Whether a needle stands in bytes at a position; with `from`, only what is behind that many of its bytes. */
export function beginsAt(bytes: Uint8Array, needle: Uint8Array, position: number, from = 0): boolean {
  for (let index = from; index < needle.length; index += 1) {
    if (bytes[position + index] !== needle[index]) return false;
  }
  return true;
}

/** The bytes of a text that is ASCII; several times faster than a TextEncoder for a short one. */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}
