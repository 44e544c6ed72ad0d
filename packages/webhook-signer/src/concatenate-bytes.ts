/** Joins texts, as UTF-8, and bytes into new bytes. */
export function concatenateBytes(...parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const chunks = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
  const joined = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
