import type { DefaultIntegrationTypes, IntegrationTypes } from "@plugboard/api";
import { badEnvelope } from "./bad-envelope.ts";
import { checkEnvironment, checkEvent } from "./check-envelope.ts";
import { checkSize } from "./check-size.ts";
import type { Envelope } from "./envelope.ts";
import { defaultEnvelopeLimits, type EnvelopeLimits } from "./envelope-limits.ts";
import { parseBoundary } from "./parse-boundary.ts";
import { splitParts } from "./split-parts.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads an envelope from a `multipart/form-data` body. Parts it does not know are ignored; `fetchBody` is a view of
 * `bytes`, not a copy.
 *
 * Only the fields that the runtime itself relies on are checked: who may write the rest is settled by the signature.
 *
 * @throws {IntegrationError} 400 `bad_envelope` that says what is wrong, or 413 `too_large` for what exceeds its limit.
 */
export function decodeEnvelope<Types extends IntegrationTypes = DefaultIntegrationTypes>(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string | null,
  limits?: Partial<EnvelopeLimits>,
): Envelope<Types> {
  const { maxEventBytes, maxEnvironmentBytes, maxFetchBodyBytes, maxEnvelopeBytes } = {
    ...defaultEnvelopeLimits,
    ...limits,
  };
  checkSize("The envelope", bytes.length, maxEnvelopeBytes);
  const parts = splitParts(bytes, parseBoundary(contentType));
  const event = parseJson(parts, "event", maxEventBytes);
  const environment = parseJson(parts, "environment", maxEnvironmentBytes);
  checkEvent(event);
  checkEnvironment<Types>(environment);
  const fetchBody = parts.get("fetch-body");
  if (fetchBody === undefined) return { event, environment };
  checkSize('The part "fetch-body"', fetchBody.length, maxFetchBodyBytes);
  return { event, environment, fetchBody };
}

function parseJson(parts: ReadonlyMap<string, Uint8Array>, name: string, maxBytes: number): unknown {
  const part = parts.get(name) ?? badEnvelope(`the part "${name}" is missing`);
  checkSize(`The part "${name}"`, part.length, maxBytes);
  try {
    return JSON.parse(decoder.decode(part));
  } catch {
    // The parser's own message would quote the text, and with it a secret of the environment.
    return badEnvelope(`the part "${name}" is not JSON in UTF-8`);
  }
}
