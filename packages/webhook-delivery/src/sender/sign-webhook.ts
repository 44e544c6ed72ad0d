import { SignatureError, sign, signatureHeaderName } from "@plugboard/webhook-signer";
import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { DeliveryError } from "../errors/delivery-error.ts";
import type { Endpoint, EndpointOptions, SignatureFamily } from "../model/endpoint.ts";
import type { PolledDelivery } from "../model/poll.ts";
import { AttemptError } from "./attempt-error.ts";
import type { RequestHeaders } from "./exchange.ts";

/** Input for `signWebhook`. */
export interface SignedRequest extends Pick<EndpointOptions, "signatures" | "headerPrefix"> {
  readonly secrets: readonly string[];
  readonly eventId: string;
  readonly body: string | Uint8Array;
  /** The time of this request (Unix seconds). */
  readonly timestamp: number;
}

/**
 * Signs a request with the endpoint's signature schemes.
 *
 * @throws {AttemptError} `invalid_request`
 */
export async function signWebhook({
  secrets,
  eventId,
  body,
  signatures = bothFamilies,
  headerPrefix,
  timestamp,
}: SignedRequest): Promise<RequestHeaders> {
  const headers: Record<string, string> = {};
  try {
    if (signatures.includes("service")) {
      // Ed25519 keys sign only in the Standard Webhooks scheme: verifying an HMAC would require the private
      // key.
      const shared = secrets.filter((secret) => !secret.startsWith("whsk_"));
      if (shared.length > 0 || secrets.length === 0) {
        headers[signatureHeaderName] = await sign({ secret: shared, body, timestamp });
      }
    }
    if (signatures.includes("standard")) {
      Object.assign(headers, await signStandardWebhook({ secret: secrets, id: eventId, body, timestamp }));
    }
    if (Object.keys(headers).length > 0) return withPrefix(headers, headerPrefix);
    throw new AttemptError(
      "invalid_request",
      "None of the secrets works with the signature schemes of the endpoint.",
    );
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    // Standard Webhooks requires base64 secrets and IDs without a period. Other secrets and IDs still work
    // with the service signature, which is then the only one.
    if (headers[signatureHeaderName] !== undefined && unsuitable.has(error.code))
      return withPrefix(headers, headerPrefix);
    throw new AttemptError("invalid_request", error.message, { cause: error });
  }
}

function withPrefix(headers: RequestHeaders, prefix: string | undefined): RequestHeaders {
  if (prefix === undefined) return headers;
  const renamed = (name: string): string =>
    name === signatureHeaderName ? `x-${prefix}-signature` : name.replace(/^webhook-/, `${prefix}-`);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [renamed(name), value]));
}

const bothFamilies: readonly SignatureFamily[] = ["service", "standard"];
const unsuitable: ReadonlySet<string> = new Set(["secret_invalid", "option_invalid"]);

/**
 * Returns the headers a delivery would be sent with. A polling consumer verifies the body with them like a
 * webhook.
 *
 * @param now - Unix time (ms). Defaults to the current time
 * @throws {DeliveryError} `invalid_endpoint` if none of the endpoint's secrets works with its signature
 * schemes
 *
 * @example
 * import { DatabaseSync } from "node:sqlite";
 * import { signDelivery } from "@plugboard/webhook-delivery";
 * import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
 *
 * const store = createSqliteDeliveryStore(new DatabaseSync("deliveries.db"));
 * const { deliveries, endpoint, cursor } = await store.poll({ endpointId: "docs", waitMilliseconds: 20_000 });
 * for (const delivery of deliveries) console.log(await signDelivery(delivery, endpoint), delivery.body);
 * if (cursor !== undefined) await store.acknowledge("docs", cursor);
 */
export async function signDelivery(
  { eventId, body }: Pick<PolledDelivery, "eventId" | "body">,
  { id, secrets, options }: Pick<Endpoint, "id" | "secrets" | "options">,
  now: () => number = Date.now,
): Promise<RequestHeaders> {
  const timestamp = Math.floor(now() / 1_000);
  try {
    const signed = await signWebhook({ ...options, secrets, eventId, body, timestamp });
    return { ...options?.headers, "content-type": "application/json", ...signed };
  } catch (error) {
    if (!(error instanceof AttemptError)) throw error;
    const message = `event ${eventId} cannot be signed for endpoint ${id}: ${error.message}`;
    throw new DeliveryError("invalid_endpoint", message, { cause: error });
  }
}
