import { malformed } from "./envelope-error.ts";
import { createLineSearch, hasTextAt } from "./line-search.ts";

const maxParts = 16;
const maxHeaderBytes = 4096;
const decoder = new TextDecoder();

// The boundary is quoted or bare printable ASCII, 1 to 70 characters long.
const boundaryParameter =
  /^multipart\/form-data *;.*?\bboundary=(?:"([ !#-~]{1,70})"|([!#-:<-~]{1,70}))(?:;|$)/i;
// The format of every FormData: the quoted name first, then an optional file name.
const disposition = /^content-disposition: *form-data; *name="([^"\r\n]*)"(; *filename)?/im;

/**
 * Splits a `multipart/form-data` body (RFC 7578) into the contents of its parts, by name. The contents are
 * views, not copies.
 *
 * @throws {EnvelopeError} `malformed`
 */
export function splitParts(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string | null,
): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const delimiter = `\r\n--${parseBoundary(contentType)}`;
  if (!hasTextAt(bytes, 0, delimiter.slice(2))) malformed("it does not begin with the boundary");
  const findDelimiter = createLineSearch(bytes, delimiter);

  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  let position = delimiter.length - 2;
  while (!hasTextAt(bytes, position, "--")) {
    if (!hasTextAt(bytes, position, "\r\n")) malformed(`invalid boundary before byte ${position}`);
    if (parts.size === maxParts) malformed(`it has more than ${maxParts} parts`);
    const { name, end } = parsePartHeader(bytes, position);
    if (parts.has(name)) malformed(`it has two parts "${name}"`);
    const next = findDelimiter(end);
    if (next < 0) malformed(`the part "${name}" is cut off`);
    parts.set(name, bytes.subarray(end, next));
    position = next + delimiter.length;
  }
  const end = position + (hasTextAt(bytes, position + 2, "\r\n") ? 4 : 2);
  if (bytes.length > end) malformed("bytes follow the last boundary");
  return parts;
}

/** Parses the boundary from a `Content-Type` header (RFC 2046 section 5.1.1). */
function parseBoundary(contentType: string | null): string {
  const match = boundaryParameter.exec(contentType ?? "");
  return (
    match?.[1] ??
    match?.[2] ??
    malformed(`its Content-Type is ${contentType}, not multipart/form-data with a boundary`)
  );
}

/** The parsed header of a part. */
interface PartHeader {
  readonly name: string;
  /** The offset of the content. */
  readonly end: number;
}

/** Parses the headers of a part (RFC 7578 section 4.2), starting at the line ending before them. */
function parsePartHeader(bytes: Uint8Array, start: number): PartHeader {
  let end = start + 4;
  while (!hasTextAt(bytes, end - 4, "\r\n\r\n")) {
    end += 1;
    if (end > start + maxHeaderBytes) malformed(`the part header at byte ${start} does not end`);
  }
  const match = disposition.exec(decoder.decode(bytes.subarray(start, end)));
  const name = match?.[1] ?? malformed("a part has no quoted name in Content-Disposition");
  // A file name marks the content as bytes. Line endings of a text part may have been rewritten.
  if (name === "fetch-body" && !match?.[2]) malformed('the part "fetch-body" has no filename');
  return { name, end };
}
