import { hasTextAt } from "./has-text-at.ts";

/** Finds where the next line begins that starts with the boundary, at or after a position; -1 when there is none. */
export type BoundarySearch = (from: number) => number;

// One for all bodies, which are searched one at a time: a table takes longer to allocate than to fill.
const skips = new Uint8Array(1024);

/**
 * Prepares the search for the boundary that a body begins with (Horspool's variant of Boyer–Moore, by pairs of bytes):
 * most pairs are nowhere in the boundary and skip its whole length. One search ends before another one is prepared.
 *
 * @param length of the boundary with its two dashes: 3 to 255 bytes
 */
export function createBoundarySearch(bytes: Uint8Array, length: number): BoundarySearch {
  const last = length - 1;
  skips.fill(last);
  for (let end = 1; end < length; end += 1) skips[pairEndingAt(bytes, end)] = last - end;

  return (from) => {
    const stop = bytes.length;
    let end = from + last;
    while (end < stop) {
      const skip = skips[pairEndingAt(bytes, end)] ?? 0;
      // A branch of its own: a processor foresees it, and then reads on without waiting for the table.
      if (skip === last) end += last;
      else if (skip === 0 && isBoundaryAt(bytes, end - last, length)) return end - last;
      else end += skip || 1;
    }
    return -1;
  };
}

// Two bytes as an index of the table. Common pairs of letters are spread over it, so that few meet those of a boundary.
function pairEndingAt(bytes: Uint8Array, end: number): number {
  return ((bytes[end - 1] ?? 0) * 31 + (bytes[end] ?? 0)) & 1023;
}

function isBoundaryAt(bytes: Uint8Array, start: number, length: number): boolean {
  if (!hasTextAt(bytes, start - 2, "\r\n")) return false;
  for (let index = 0; index < length; index += 1) {
    if (bytes[start + index] !== bytes[index]) return false;
  }
  return true;
}
