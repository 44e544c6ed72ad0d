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
    `The body is ${describe(body)}. A signature covers the exact bytes of the request, so pass the unparsed body ` +
      "as a string or Uint8Array, for example await request.text(), and turn off body parsing for this route.",
  );
}

function describe(body: unknown): string {
  if (body === undefined || body === null) return `${body}`;
  if (body instanceof ArrayBuffer) return "an ArrayBuffer (wrap it: new Uint8Array(body))";
  return typeof body === "object" ? "an object that was already parsed or a stream" : `a ${typeof body}`;
}
