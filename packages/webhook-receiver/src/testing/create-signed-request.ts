import { type Secrets, sign, signatureHeaderName } from "@plugboard/webhook-signer";

export interface SignedRequestOptions {
  /** The receiver's secret; a list signs with each, as a sender does during a rotation. */
  readonly secret: Secrets;
  /** The event to send, or the exact text of a body. */
  readonly event: object | string;
  /** Where the request goes. Default: `https://receiver.test/webhooks`. */
  readonly url?: string;
  /** When it was signed, in Unix seconds. Default: now. */
  readonly timestamp?: number;
}

/** Makes the request a receiver gets for an event, with a valid signature. */
export async function createSignedRequest({
  secret,
  event,
  url = "https://receiver.test/webhooks",
  timestamp,
}: SignedRequestOptions): Promise<Request> {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const signature = await sign({ secret, body, ...(timestamp === undefined ? {} : { timestamp }) });
  const headers = { "content-type": "application/json", [signatureHeaderName]: signature };
  return new Request(url, { method: "POST", headers, body });
}
