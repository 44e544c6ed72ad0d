import { badEnvelope } from "./bad-envelope.ts";
import { hasTextAt } from "./has-text-at.ts";

/** What the header lines of a part say. */
export interface PartHeader {
  readonly name: string;
  /** Where the content begins. */
  readonly end: number;
}

const maxHeaderBytes = 4096;
const decoder = new TextDecoder();
// As every FormData writes it: the name quoted and first, and a file name behind it where there is one.
const disposition = /^content-disposition: *form-data; *name="([^"\r\n]*)"(; *filename)?/im;
// The headers that every encoder writes in the same way; to recognise one is several times faster than to parse it.
const usualHeaders = ["event", "environment"].map(
  (name) => [name, `\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`] as const,
);

/**
 * Reads the header lines of one part (RFC 7578 section 4.2), from the line end before them.
 *
 * @throws {IntegrationError} 400 when they do not end, do not name the part, or make `fetch-body` a text.
 */
export function parsePartHeader(bytes: Uint8Array, start: number): PartHeader {
  for (const [name, text] of usualHeaders) {
    if (hasTextAt(bytes, start, text)) return { name, end: start + text.length };
  }
  let end = start + 4;
  while (!hasTextAt(bytes, end - 4, "\r\n\r\n")) {
    end += 1;
    if (end > start + maxHeaderBytes) badEnvelope(`the part header at byte ${start} does not end`);
  }
  const match = disposition.exec(decoder.decode(bytes.subarray(start, end)));
  const name = match?.[1] ?? badEnvelope("a part has no Content-Disposition: form-data with a quoted name");
  // A file name marks the content as bytes: line ends in a text may have been rewritten on its way.
  if (name === "fetch-body" && !match?.[2]) badEnvelope('the part "fetch-body" has no filename');
  return { name, end };
}
