import { checkEndpointUrl, type WebhookSender } from "@plugboard/webhook-delivery";
import { sign } from "@plugboard/webhook-signer";
import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import type { Network } from "./network.ts";

/** Sends webhooks into a network in this process, signed in both ways. */
export function createTestWebhooks(
  network: Network,
  now: () => number,
): Pick<WebhookSender, "send" | "checkUrl"> {
  return {
    checkUrl: (url) => checkEndpointUrl(url, { allowNetworks: ["127.0.0.0/8", "::1/128"] }),
    send: async ({ url, secrets, eventId, body, headers: added, signatures = ["service", "standard"] }) => {
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
        const { status } = await network(request);
        return { ...common, status };
      } catch (error) {
        const errorMessage = error instanceof Error ? error.message : String(error);
        return { ...common, errorCode: "connection_failed", errorMessage };
      }
    },
  };
}
