import { badEnvelope } from "./bad-envelope.ts";
import { createBoundarySearch } from "./boundary-search.ts";
import { hasTextAt } from "./has-text-at.ts";
import { parsePartHeader } from "./parse-part-header.ts";

const maxParts = 16;

/**
 * Splits a `multipart/form-data` body (RFC 7578) into the contents of its parts, by name. They are views: nothing is copied.
 *
 * @throws {IntegrationError} 400 that says what is wrong with the body.
 */
export function splitParts(
  bytes: Uint8Array<ArrayBuffer>,
  boundary: string,
): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  if (!(hasTextAt(bytes, 0, "--") && hasTextAt(bytes, 2, boundary)))
    badEnvelope("it does not begin with the boundary");
  const length = boundary.length + 2;
  const findBoundary = createBoundarySearch(bytes, length);

  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  let position = length;
  while (!hasTextAt(bytes, position, "--")) {
    if (!hasTextAt(bytes, position, "\r\n")) badEnvelope(`the boundary before byte ${position} goes on`);
    if (parts.size === maxParts) badEnvelope(`it has more than ${maxParts} parts`);
    const { name, end } = parsePartHeader(bytes, position);
    if (parts.has(name)) badEnvelope(`it has two parts "${name}"`);
    const next = findBoundary(end + 2);
    if (next < 0) badEnvelope(`the part "${name}" is cut off`);
    parts.set(name, bytes.subarray(end, next - 2));
    position = next + length;
  }
  if (bytes.length > position + (hasTextAt(bytes, position + 2, "\r\n") ? 4 : 2))
    badEnvelope("bytes follow its last boundary");
  return parts;
}
