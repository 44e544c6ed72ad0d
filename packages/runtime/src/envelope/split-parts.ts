import { ExposableError } from "../exposable-error.ts";
import { beginsAt, createByteSearch } from "./byte-search.ts";
import { parsePartHeader, type PartHeader } from "./parse-part-header.ts";

/** One part of a `multipart/form-data` body; its content is a view of the body. */
export interface Part extends PartHeader {
  readonly content: Uint8Array<ArrayBuffer>;
}

const maxParts = 16;
const maxHeaderBytes = 4096;
const encoder = new TextEncoder();
const lineEnd = encoder.encode("\r\n");
const dashes = encoder.encode("--");
const findHeaderEnd = createByteSearch(encoder.encode("\r\n\r\n"));

/**
 * Splits a `multipart/form-data` body (RFC 7578) into its parts. Nothing is copied.
 *
 * @throws {ExposableError} 400 that says what is wrong with the body.
 */
export function splitParts(bytes: Uint8Array<ArrayBuffer>, boundary: string): readonly Part[] {
  const delimiter = encoder.encode(`\r\n--${boundary}`);
  const findDelimiter = createByteSearch(delimiter);
  if (!beginsAt(bytes, delimiter.subarray(lineEnd.length), 0))
    throw malformed("it does not begin with the boundary");

  const parts: Part[] = [];
  let position = delimiter.length - lineEnd.length;
  while (!beginsAt(bytes, dashes, position)) {
    if (!beginsAt(bytes, lineEnd, position))
      throw malformed(`a boundary at byte ${position} does not end its line`);
    if (parts.length === maxParts) throw malformed(`it has more than ${maxParts} parts`);
    const headerEnd = findHeaderEnd(bytes.subarray(0, position + maxHeaderBytes), position);
    if (headerEnd === -1) throw malformed(`the header of the part at byte ${position} does not end`);
    const header = parsePartHeader(bytes.subarray(position + lineEnd.length, headerEnd));
    const start = headerEnd + 2 * lineEnd.length;
    const end = findDelimiter(bytes, start);
    if (end === -1) throw malformed(`the part "${header.name}" is cut off`);
    parts.push({ ...header, content: bytes.subarray(start, end) });
    position = end + delimiter.length;
  }
  const rest = bytes.length - position - dashes.length;
  const isComplete =
    rest === 0 || (rest === lineEnd.length && beginsAt(bytes, lineEnd, position + dashes.length));
  if (!isComplete) throw malformed("bytes follow its last boundary");
  return parts;
}

function malformed(what: string): ExposableError {
  return new ExposableError(
    `Not an envelope: the body is not multipart/form-data, ${what}`,
    400,
    "bad_envelope",
  );
}
