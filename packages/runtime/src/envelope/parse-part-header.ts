import { badEnvelope } from "./bad-envelope.ts";

const decoder = new TextDecoder();
// As every FormData writes it: the name quoted and first, and a file name behind it where there is one.
const disposition = /^content-disposition: *form-data; *name="([^"\r\n]*)"(; *filename)?/im;

/**
 * Reads the header lines of one part (RFC 7578 section 4.2): its name, and whether it has a file name.
 *
 * @throws {ExposableError} 400 when they do not name the part.
 */
export function parsePartHeader(bytes: Uint8Array): { readonly name: string; readonly isFile: boolean } {
  const match = disposition.exec(decoder.decode(bytes));
  const name = match?.[1];
  if (name === undefined)
    throw badEnvelope("a part has no Content-Disposition: form-data with a quoted name");
  return { name, isFile: match?.[2] !== undefined };
}
