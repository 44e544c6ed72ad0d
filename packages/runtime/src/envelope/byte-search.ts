/** Finds where a needle next begins in bytes, at or after a position; -1 when it does not. */
export type ByteSearch = (bytes: Uint8Array, from: number) => number;

/**
 * Prepares the search for one needle of 1 to 255 bytes (Horspool's variant of Boyer–Moore): a mismatch skips up to the
 * needle's length, so that a large body is not looked at byte by byte.
 */
export function createByteSearch(needle: Uint8Array): ByteSearch {
  const last = needle.length - 1;
  const lastByte = needle[last];
  const skips = new Uint8Array(256).fill(needle.length);
  for (let index = 0; index < last; index += 1) skips[needle[index] ?? 0] = last - index;

  return (bytes, from) => {
    const end = bytes.length;
    let position = from + last;
    while (position < end) {
      const byte = bytes[position] ?? 0;
      if (byte === lastByte && beginsAt(bytes, needle, position - last)) return position - last;
      position += skips[byte] ?? 1;
    }
    return -1;
  };
}

/** Whether a needle stands in bytes at a position. */
export function beginsAt(bytes: Uint8Array, needle: Uint8Array, position: number): boolean {
  for (let index = 0; index < needle.length; index += 1) {
    if (bytes[position + index] !== needle[index]) return false;
  }
  return true;
}
