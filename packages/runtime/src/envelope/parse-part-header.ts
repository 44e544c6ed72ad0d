import { ExposableError } from "../exposable-error.ts";

/** What a part says about itself. */
export interface PartHeader {
  readonly name: string;
  /** Whether it carries a file name, which marks its content as bytes instead of text. */
  readonly isFile: boolean;
}

const decoder = new TextDecoder("utf-8", { fatal: true });
// White space is matched in one place only, so that no header makes the expression backtrack.
const disposition =
  /^content-disposition:[ \t]*form-data((?:[ \t]*;[ \t]*[\w*-]+=(?:"[^"\r\n]*"|[^";\s]*))*)[ \t]*$/im;
const parameter = /;[ \t]*([\w*-]+)=(?:"([^"]*)"|([^";\s]*))/g;

/**
 * Reads the header lines of one part (RFC 7578 section 4.2).
 *
 * @throws {ExposableError} 400 when they do not name the part.
 */
export function parsePartHeader(bytes: Uint8Array): PartHeader {
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, bare] of (disposition.exec(decode(bytes))?.[1] ?? "").matchAll(
    parameter,
  )) {
    parameters.set(name.toLowerCase(), quoted ?? bare ?? "");
  }
  const name = parameters.get("name");
  if (name === undefined) throw badHeader("has no Content-Disposition: form-data with a name");
  return { name, isFile: parameters.has("filename") || parameters.has("filename*") };
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw badHeader("is not UTF-8");
  }
}

function badHeader(what: string): ExposableError {
  return new ExposableError(`Not an envelope: the header of a part ${what}`, 400, "bad_envelope");
}
