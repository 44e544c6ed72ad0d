import { badEnvelope } from "./bad-envelope.ts";

// The boundary is quoted or bare, printable ASCII, and of 1 to 70 characters.
const boundaryParameter =
  /^multipart\/form-data *;.*?\bboundary=(?:"([ !#-~]{1,70})"|([!#-:<-~]{1,70}))(?:;|$)/i;

/**
 * Reads the boundary out of a `Content-Type` header (RFC 2046 section 5.1.1).
 *
 * @throws {IntegrationError} 400 when it is not `multipart/form-data`, or names no usable boundary.
 */
export function parseBoundary(contentType: string | null): string {
  const match = boundaryParameter.exec(contentType ?? "");
  return (
    match?.[1] ??
    match?.[2] ??
    badEnvelope(`its Content-Type is ${contentType}, not multipart/form-data with a boundary`)
  );
}
