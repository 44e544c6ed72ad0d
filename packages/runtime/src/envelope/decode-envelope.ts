import type { DefaultIntegrationTypes, IntegrationTypes } from "@plugboard/api";
import { checkEnvironment, checkEvent } from "./check-envelope.ts";
import { defaultEnvelopeLimits, type Envelope, type EnvelopeLimits } from "./envelope.ts";
import { checkSize, malformed } from "./envelope-error.ts";
import { splitParts } from "./split-parts.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes an envelope from a `multipart/form-data` body. Unknown parts are ignored; `fetchBody` is a view of
 * `bytes`, not a copy.
 *
 * Only the fields that the runtime itself relies on are checked: the signature vouches for the rest.
 *
 * @throws {EnvelopeError} `malformed`, or `too_large` if a limit is exceeded
 *
 * @example
 * ```ts
 * import { decodeEnvelope } from "@plugboard/runtime/envelope";
 *
 * async function receive(request: Request): Promise<string> {
 *   const bytes = new Uint8Array(await request.arrayBuffer());
 *   const { event, environment } = decodeEnvelope(bytes, request.headers.get("content-type"));
 *   return `${event.type} for ${environment.integration.name}`;
 * }
 * ```
 */
export function decodeEnvelope<Types extends IntegrationTypes = DefaultIntegrationTypes>(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string | null,
  limits?: Partial<EnvelopeLimits>,
): Envelope<Types> {
  const max = { ...defaultEnvelopeLimits, ...limits };
  checkSize("The envelope", bytes.length, max.maxEnvelopeBytes);
  const parts = splitParts(bytes, contentType);
  const event = parseJson(parts, "event", max.maxEventBytes);
  const environment = parseJson(parts, "environment", max.maxEnvironmentBytes);
  checkEvent(event);
  checkEnvironment<Types>(environment);
  const fetchBody = parts.get("fetch-body");
  checkSize('The part "fetch-body"', fetchBody?.length ?? 0, max.maxFetchBodyBytes);
  return { event, environment, fetchBody };
}

function parseJson(parts: ReadonlyMap<string, Uint8Array>, name: string, maxBytes: number): unknown {
  const part = parts.get(name) ?? malformed(`the part "${name}" is missing`);
  checkSize(`The part "${name}"`, part.length, maxBytes);
  try {
    return JSON.parse(decoder.decode(part));
  } catch {
    // The parser's own message would quote the text, which can contain secrets.
    return malformed(`the part "${name}" is not JSON in UTF-8`);
  }
}
