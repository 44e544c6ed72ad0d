import {
  type AttemptResult,
  checkEndpointUrl,
  type WebhookRequest,
  type WebhookSender,
} from "@plugboard/webhook-delivery";
import { sign } from "@plugboard/webhook-signer";
import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import type { Network } from "./network.ts";

/** Creates a sender of webhooks into an in-process network, with both signatures. */
export function createTestWebhooks(
  network: Network,
  now: () => number,
): Pick<WebhookSender, "send" | "checkEndpoint" | "challenge" | "destinations"> {
  const exchange = async ({
    url,
    secrets,
    eventId,
    body,
    headers: added,
    signatures = ["service", "standard"],
  }: WebhookRequest): Promise<{ result: AttemptResult; text: string }> => {
    const startedAt = now();
    const timestamp = Math.floor(startedAt / 1000);
    const headers = {
      ...added,
      "content-type": "application/json",
      ...(signatures.includes("service") && {
        "x-service-signature": await sign({ secret: secrets, body, timestamp }),
      }),
      ...(signatures.includes("standard") &&
        (await signStandardWebhook({ secret: secrets, id: eventId, body, timestamp }))),
    };
    const common = { startedAt, requestHeaders: {}, timings: { total: 0 } };
    try {
      const text = typeof body === "string" ? body : new TextDecoder().decode(body);
      const request = new Request(url, { method: "POST", headers, body: text, redirect: "manual" });
      const response = await network(request);
      return { result: { ...common, status: response.status }, text: await response.text() };
    } catch (error) {
      const errorMessage = error instanceof Error ? error.message : String(error);
      return { result: { ...common, errorCode: "connection_failed", errorMessage }, text: "" };
    }
  };
  return {
    checkEndpoint: ({ url }) => checkEndpointUrl(url, { allowNetworks: ["127.0.0.0/8", "::1/128"] }),
    destinations: [],
    send: async (request) => (await exchange(request)).result,
    challenge: async ({ url, secrets, options }) => {
      const challenge = crypto.randomUUID();
      const eventId = `verification_${challenge}`;
      const body = JSON.stringify({ eventId, type: "endpoint_verification", challenge });
      const { result, text } = await exchange({ url, secrets, eventId, body, ...options });
      return { isVerified: result.status === 200 && text === JSON.stringify({ challenge }), result };
    },
  };
}
