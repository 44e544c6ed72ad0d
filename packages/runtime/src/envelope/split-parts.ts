import { badEnvelope } from "./bad-envelope.ts";
import { createBoundarySearch } from "./boundary-search.ts";
import { hasTextAt } from "./has-text-at.ts";
import { parsePartHeader } from "./parse-part-header.ts";

/** One part of a `multipart/form-data` body. */
export interface Part {
  /** Whether it came with a file name, which marks its content as bytes instead of text. */
  readonly isFile: boolean;
  /** A view of the body. */
  readonly content: Uint8Array<ArrayBuffer>;
}

const maxParts = 16;

/**
 * Splits a `multipart/form-data` body (RFC 7578) into its parts, by name. Nothing is copied.
 *
 * @throws {ExposableError} 400 that says what is wrong with the body.
 */
export function splitParts(bytes: Uint8Array<ArrayBuffer>, boundary: string): ReadonlyMap<string, Part> {
  if (!hasTextAt(bytes, 2, boundary) || !hasTextAt(bytes, 0, "--"))
    badEnvelope("it does not begin with the boundary");
  const length = boundary.length + 2;
  const findBoundary = createBoundarySearch(bytes, length);

  const parts = new Map<string, Part>();
  let position = length;
  while (!hasTextAt(bytes, position, "--")) {
    if (!hasTextAt(bytes, position, "\r\n")) badEnvelope(`the boundary before byte ${position} goes on`);
    if (parts.size === maxParts) badEnvelope(`it has more than ${maxParts} parts`);
    const { name, isFile, end } = parsePartHeader(bytes, position);
    if (parts.has(name)) badEnvelope(`it has two parts "${name}"`);
    const next = findBoundary(end + 2);
    if (next < 0) badEnvelope(`the part "${name}" is cut off`);
    parts.set(name, { isFile, content: bytes.subarray(end, next - 2) });
    position = next + length;
  }
  if (bytes.length > position + (hasTextAt(bytes, position + 2, "\r\n") ? 4 : 2))
    badEnvelope("bytes follow its last boundary");
  return parts;
}
