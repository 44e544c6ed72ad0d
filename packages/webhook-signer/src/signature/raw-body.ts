import { SignatureError } from "./signature-error.ts";

/** A request body exactly as it travels: its text, counted as UTF-8, or its bytes. */
export type RawBody = string | Uint8Array;

/**
 * Lets a raw body pass and refuses anything else.
 *
 * @throws {SignatureError} `body_not_raw`: typically the object a framework's JSON parser left behind.
 */
export function assertRawBody(body: unknown): asserts body is RawBody {
  if (typeof body === "string" || body instanceof Uint8Array) return;
  throw new SignatureError(
    "body_not_raw",
    `The body is ${body instanceof ArrayBuffer ? "an ArrayBuffer: wrap it in a Uint8Array" : `of type ${typeof body}`}. ` +
      "Pass the unparsed body as a string or Uint8Array, for example await request.text(), and turn off body parsing " +
      "for this route: a signature covers the exact bytes of the request.",
  );
}
