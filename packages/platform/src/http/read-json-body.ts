import { PlatformError } from "../common/platform-error.ts";
import { readBody } from "./read-body.ts";

const maximumBytes = 5 * 1024 * 1024;
const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * The JSON of a request's body; an empty object when there is no body.
 *
 * @throws PlatformError `payload_too_large`, `unsupported_media_type`, `invalid_request`
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const bytes = await readBody(request, maximumBytes);
  if (bytes === undefined) return {};
  if (!jsonType.test(request.headers.get("content-type") ?? "")) {
    throw new PlatformError(
      "unsupported_media_type",
      "The request's body must be JSON: send it with Content-Type: application/json.",
    );
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new PlatformError("invalid_request", "The request's body is not JSON in UTF-8.");
  }
}
