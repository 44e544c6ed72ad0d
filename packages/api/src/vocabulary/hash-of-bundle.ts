/**
 * Returns the hash that identifies a bundle: SHA-256 over the module's own SHA-256 and the source map, in
 * hexadecimal.
 *
 * @example
 * ```ts
 * import { hashOfBundle } from "@plugboard/api";
 *
 * const module = new TextEncoder().encode("export default integration;");
 * console.log(await hashOfBundle({ module }));
 * ```
 */
export async function hashOfBundle({
  module,
  sourceMap = new Uint8Array(),
}: {
  readonly module: Uint8Array;
  readonly sourceMap?: Uint8Array | undefined;
}): Promise<string> {
  const ofModule = new Uint8Array(await crypto.subtle.digest("SHA-256", module.slice()));
  // Hashing the module separately keeps different pairs from concatenating to the same bytes.
  const content = new Uint8Array(ofModule.length + sourceMap.length);
  content.set(ofModule);
  content.set(sourceMap, ofModule.length);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
