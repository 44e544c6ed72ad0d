/** Whether a text that is ASCII stands in bytes at a position. */
export function hasTextAt(bytes: Uint8Array, position: number, text: string): boolean {
  // From its end, where the headers of two parts differ.
  for (let index = text.length - 1; index >= 0; index -= 1) {
    if (bytes[position + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
