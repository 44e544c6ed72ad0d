import { SignatureError, sign, signatureHeaderName } from "@plugboard/webhook-signer";
import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import type { ClaimedDelivery } from "../store/delivery-queue.ts";
import type { AttemptResult } from "../model/attempt-result.ts";
import type { Endpoint, SignatureFamily } from "../model/endpoint.ts";
import { AttemptError } from "./attempt-error.ts";
import type { RequestHeaders } from "./exchange.ts";
import {
  createGuardedClient,
  type GuardedClient,
  type GuardedClientOptions,
  type GuardedRequestOptions,
} from "./guarded-client.ts";
import { checkEndpointUrl } from "./target-url.ts";

/** One attempt of a delivery. */
export interface WebhookRequest {
  readonly url: string;
  /** The endpoint's signing secrets; two during a rotation. */
  readonly secrets: readonly string[];
  /** The same on every attempt. */
  readonly eventId: string;
  /** The exact JSON text or bytes that are sent and signed. */
  readonly body: string | Uint8Array;
  /** Added to the request; those the sender sets itself win. Their values are left out of the attempt log. */
  readonly headers?: RequestHeaders | undefined;
  /** How to sign; both ways when absent. */
  readonly signatures?: readonly SignatureFamily[] | undefined;
}

/** A guarded client that also signs. */
export interface WebhookSender extends GuardedClient {
  /** Signs and posts a webhook. Whatever goes wrong with the request is in the result. */
  send(request: WebhookRequest, options?: GuardedRequestOptions): Promise<AttemptResult>;
  /**
   * Checks a URL that somebody names for an endpoint: `checkEndpointUrl` with this sender's options.
   *
   * @throws {DeliveryError} `invalid_endpoint`
   */
  readonly checkUrl: (url: string) => void;
  /** Sends a delivery to its endpoint, as the endpoint's options say: a worker's `send`. */
  readonly deliver: (
    delivery: Pick<ClaimedDelivery, "eventId" | "body">,
    endpoint: Pick<Endpoint, "url" | "secrets" | "options">,
    options?: GuardedRequestOptions,
  ) => Promise<AttemptResult>;
}

/**
 * Creates a sender of signed webhooks on a guarded client of its own. Create one for a process and keep it.
 *
 * @throws {DeliveryError} `invalid_option`
 * @example
 * import { createWebhookSender } from "@plugboard/webhook-delivery";
 *
 * const sender = createWebhookSender();
 * const result = await sender.send({
 *   url: "https://example.com/webhooks",
 *   secrets: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
 *   eventId: "evt_1",
 *   body: JSON.stringify({ eventId: "evt_1", type: "site_view" }),
 * });
 * console.log(result.status ?? result.errorCode);
 * await sender.close();
 */
export function createWebhookSender(options: GuardedClientOptions = {}): WebhookSender {
  const client = createGuardedClient(options);
  const { userAgent = "Plugboard-Webhooks" } = options;

  async function send(
    { url, secrets, eventId, body, headers: added, signatures }: WebhookRequest,
    requestOptions?: GuardedRequestOptions,
  ): Promise<AttemptResult> {
    const headers = async (startedAt: number): Promise<RequestHeaders> => {
      const timestamp = Math.floor(startedAt / 1_000);
      const signed = await signWebhook({ secrets, eventId, body, signatures, timestamp });
      return { ...added, "content-type": "application/json", "user-agent": userAgent, ...signed };
    };
    const { result } = await client.post({ url, body, headers }, requestOptions);
    return result;
  }

  return {
    ...client,
    send,
    checkUrl: (url) => checkEndpointUrl(url, options),
    deliver({ eventId, body }, { url, secrets, options: own }, requestOptions) {
      const { headers, signatures, deadlineMilliseconds } = own ?? {};
      return send(
        { url, secrets, eventId, body, headers, signatures },
        { deadlineMilliseconds, ...requestOptions },
      );
    },
  };
}

interface SignedRequest extends Pick<WebhookRequest, "secrets" | "eventId" | "body" | "signatures"> {
  /** The time of this request, in Unix seconds. */
  readonly timestamp: number;
}

async function signWebhook({
  secrets,
  eventId,
  body,
  signatures = bothFamilies,
  timestamp,
}: SignedRequest): Promise<RequestHeaders> {
  const headers: Record<string, string> = {};
  try {
    if (signatures.includes("service")) {
      headers[signatureHeaderName] = await sign({ secret: secrets, body, timestamp });
    }
    if (signatures.includes("standard")) {
      Object.assign(headers, await signStandardWebhook({ secret: secrets, id: eventId, body, timestamp }));
    }
    return headers;
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    // Standard Webhooks asks for base64 secrets and for ids without a full stop. A secret or an id that is not of that kind is
    // still good for the service's own signature, which is then the only one.
    if (headers[signatureHeaderName] !== undefined && unsuitable.has(error.code)) return headers;
    throw new AttemptError("invalid_request", error.message, { cause: error });
  }
}

const bothFamilies: readonly SignatureFamily[] = ["service", "standard"];
const unsuitable: ReadonlySet<string> = new Set(["secret_invalid", "option_invalid"]);
