import { badEnvelope } from "./bad-envelope.ts";
import { asciiBytes, beginsAt, createByteSearch } from "./byte-search.ts";
import { parsePartHeader } from "./parse-part-header.ts";

/** One part of a `multipart/form-data` body. */
export interface Part {
  /** Whether it came with a file name, which marks its content as bytes instead of text. */
  readonly isFile: boolean;
  /** A view of the body. */
  readonly content: Uint8Array<ArrayBuffer>;
}

const maxParts = 16;
const maxHeaderBytes = 4096;
const lineEnd = asciiBytes("\r\n");
const dashes = asciiBytes("--");
const findHeaderEnd = createByteSearch(asciiBytes("\r\n\r\n"));
// One for all envelopes, which are split one at a time: a table takes longer to allocate than to fill.
const delimiterSkips = new Uint8Array(256);

/**
 * Splits a `multipart/form-data` body (RFC 7578) into its parts, by name. Nothing is copied.
 *
 * @throws {ExposableError} 400 that says what is wrong with the body.
 */
export function splitParts(bytes: Uint8Array<ArrayBuffer>, boundary: string): ReadonlyMap<string, Part> {
  const delimiter = asciiBytes(`\r\n--${boundary}`);
  const findDelimiter = createByteSearch(delimiter, delimiterSkips);
  // The first boundary has no line end before it.
  if (!beginsAt(bytes, delimiter, -2, 2)) throw badEnvelope("it does not begin with the boundary");

  const parts = new Map<string, Part>();
  let position = delimiter.length - 2;
  while (!beginsAt(bytes, dashes, position)) {
    if (!beginsAt(bytes, lineEnd, position))
      throw badEnvelope(`the boundary before byte ${position} goes on`);
    if (parts.size === maxParts) throw badEnvelope(`it has more than ${maxParts} parts`);
    const headerEnd = findHeaderEnd(bytes, position, position + maxHeaderBytes);
    if (headerEnd === -1) throw badEnvelope(`the part header at byte ${position} does not end`);
    const { name, isFile } = parsePartHeader(bytes.subarray(position + 2, headerEnd));
    if (parts.has(name)) throw badEnvelope(`it has two parts "${name}"`);
    const end = findDelimiter(bytes, headerEnd + 4);
    if (end === -1) throw badEnvelope(`the part "${name}" is cut off`);
    parts.set(name, { isFile, content: bytes.subarray(headerEnd + 4, end) });
    position = end + delimiter.length;
  }
  const rest = bytes.subarray(position + 2);
  if (rest.length > 2 || !beginsAt(lineEnd, rest, 0)) throw badEnvelope("bytes follow its last boundary");
  return parts;
}
