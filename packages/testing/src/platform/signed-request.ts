import type { EnvelopeEvent, Environment } from "@plugboard/api";
import { encodeEnvelope } from "@plugboard/runtime/envelope";
import { sign } from "@plugboard/webhook-signer";

/** What goes into one envelope, and the secret that signs it. */
export interface SignedRequestInput {
  readonly event: EnvelopeEvent;
  readonly environment: Environment;
  readonly fetchBody?: Uint8Array<ArrayBuffer>;
  readonly signingSecret: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Where an integration is called; only the version at its end matters. */
const integrationURL = "https://integration.plugboard.test/v1";

/** The request the platform sends for an event: an envelope, signed. */
export async function createSignedRequest(input: SignedRequestInput): Promise<Request> {
  const { event, environment, fetchBody, signingSecret, now } = input;
  const { contentType, body } = encodeEnvelope({
    event,
    environment,
    ...(fetchBody !== undefined && { fetchBody }),
  });
  const headers = {
    "content-type": contentType,
    "x-service-signature": await signature(signingSecret, body, now),
  };
  return new Request(integrationURL, { method: "POST", headers, body });
}

/** The request that asks an integration what it handles, signed over its empty body. */
export async function createDescriptionRequest(secret: string, now: number): Promise<Request> {
  const headers = { "x-service-signature": await signature(secret, new Uint8Array(), now) };
  return new Request(integrationURL, { headers });
}

/** The signature of a body, made now. */
async function signature(secret: string, body: Uint8Array<ArrayBuffer>, now: number): Promise<string> {
  return sign({ secret, body, timestamp: Math.floor(now / 1000) });
}
