/** Joins texts, as UTF-8, and bytes into new bytes. */
export async function concatenateBytes(
  ...parts: readonly (string | Uint8Array)[]
): Promise<Uint8Array<ArrayBuffer>> {
  // Copied first: a blob refuses memory that is shared between threads.
  const blob = new Blob(parts.map((part) => (typeof part === "string" ? part : new Uint8Array(part))));
  return new Uint8Array(await blob.arrayBuffer());
}
