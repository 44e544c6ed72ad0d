import { type Secrets, sign, signatureHeaderName } from "@plugboard/webhook-signer";

/** What the request of a test carries, and what it is signed with. */
export interface SignedRequestOptions {
  /** The receiver's secret; a list signs with each, as a sender does during a rotation. */
  readonly secret: Secrets;
  /** The event to send, or the exact text of a body. */
  readonly event: object | string;
  /** Where the request goes. Default: `https://receiver.test/webhooks`. */
  readonly url?: string;
  /** When it was signed, in Unix seconds. Default: now. */
  readonly timestamp?: number | undefined;
}

/**
 * Makes the request a receiver gets for an event, with a valid signature.
 *
 * @example
 * ```ts
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createSignedRequest } from "@plugboard/webhook-receiver/testing";
 *
 * const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
 * const receiver = createWebhookReceiver({ secret, events: { "*": ({ type }) => console.log(type) } });
 * const event = { eventId: "evt_1", type: "space_content_updated", installationId: "ins_1", spaceId: "spc_1", revisionId: "rev_1" };
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
