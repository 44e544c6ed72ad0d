/** Returns a new random ID. `crypto.randomUUID` is unavailable on pages without TLS. */
export function createRandomId(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");
}
