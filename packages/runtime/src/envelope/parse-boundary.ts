import { ExposableError } from "../exposable-error.ts";

// One to 70 characters of RFC 2046's `bchars`, the last one no space; bare or quoted.
const boundaryParameter =
  /;\s*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'+.^`|~!#$%&*-]{1,70}))\s*(?:;|$)/i;

/**
 * Reads the boundary out of a `Content-Type` header (RFC 2046 section 5.1.1).
 *
 * @throws {ExposableError} 400 when it is not `multipart/form-data`, or names no usable boundary.
 */
export function parseBoundary(contentType: string | null): string {
  if (contentType === null) throw badContentType("the request has no Content-Type");
  const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "multipart/form-data") throw badContentType(`the Content-Type is ${mediaType}`);
  const match = boundaryParameter.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined)
    throw badContentType("the Content-Type names no boundary of 1 to 70 characters");
  return boundary;
}

function badContentType(what: string): ExposableError {
  return new ExposableError(`Not an envelope: ${what}; send multipart/form-data`, 400, "bad_envelope");
}
