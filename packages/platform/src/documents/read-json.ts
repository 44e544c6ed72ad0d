import { limits } from "@plugboard/api/contract";
import { countJsonValues } from "../common/json.ts";
import { PlatformError } from "../common/platform-error.ts";

/**
 * Parses JSON in UTF-8.
 *
 * @throws PlatformError `invalid_request` if it is not JSON, `payload_too_large` if it has too many values
 */
export function readJson(bytes: Uint8Array): unknown {
  if (countJsonValues(bytes) > limits.jsonValues) {
    throw new PlatformError(
      "payload_too_large",
      `The request's body has more than ${limits.jsonValues} values. Split it into several requests.`,
    );
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new PlatformError("invalid_request", "The request's body is not JSON in UTF-8.");
  }
}
