import { type Secrets, sign, signatureHeaderName } from "@plugboard/webhook-signer";

/** Options for `createSignedRequest`. */
export interface SignedRequestOptions {
  /** The receiver's secret. A list signs with each secret, as during a rotation. */
  readonly secret: Secrets;
  /** The event, or the exact body text. */
  readonly event: object | string;
  /** The request URL. Defaults to `https://receiver.test/webhooks`. */
  readonly url?: string;
  /** The time of signing (Unix time, s). Defaults to now. */
  readonly timestamp?: number | undefined;
}

/**
 * Creates a request with a valid signature, as a receiver would get it.
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createSignedRequest } from "@plugboard/webhook-receiver/testing";
 *
 * const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
 * const receiver = createWebhookReceiver({ secret, events: { "*": ({ type }) => console.log(type) } });
 * const event = { eventId: "evt_1", type: "issue_opened", installationId: "ins_1", projectId: "prj_1" };
 * const response = await receiver.fetch(await createSignedRequest({ secret, event }));
 * console.log(response.status); // 200
 * ```
 */
export async function createSignedRequest({
  secret,
  event,
  url = "https://receiver.test/webhooks",
  timestamp,
}: SignedRequestOptions): Promise<Request> {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const signature = await sign({ secret, body, timestamp });
  const headers = { "content-type": "application/json", [signatureHeaderName]: signature };
  return new Request(url, { method: "POST", headers, body });
}
