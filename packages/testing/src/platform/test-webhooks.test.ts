import {
  createWebhookEndpoint,
  getWebhookEndpointSecrets,
  rotateWebhookEndpointSecret,
} from "@plugboard/api/routes";
import { verify } from "@plugboard/webhook-signer";
import { verifyStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { describe, expect, it } from "vitest";
import { createDigestPlatform } from "./digest-platform.fixture.ts";

const body = { url: "https://hooks.example/in", eventTypes: ["page_feedback"] as const };

describe("webhook endpoints", () => {
  it("deliver signed events to a service", async () => {
    const received: unknown[] = [];
    const ids: string[] = [];
    let secret = "";
    const platform = await createDigestPlatform(
      async (event, { api }) => {
        if (event.type !== "installation_setup") return;
        const { installationId } = event;
        const { id } = await api.call(createWebhookEndpoint, { params: { installationId }, body });
        const params = { installationId, endpointId: id };
        const { secrets } = await api.call(getWebhookEndpointSecrets, { params });
        secret = secrets[0]?.secret ?? "";
      },
      {
        services: {
          "https://hooks.example": async (request) => {
            const text = await request.text();
            await verify({ secret, header: request.headers.get("x-service-signature"), body: text });
            const { id } = await verifyStandardWebhook({ secret, headers: request.headers, body: text });
            ids.push(id);
            received.push(JSON.parse(text));
            return new Response(null, { status: 204 });
          },
        },
      },
    );
    await platform.install();
    await platform.emit("site_view");
    const { event } = await platform.emit("page_feedback");
    expect(received).toEqual([event]);
    expect(ids).toEqual([event?.eventId]);
  });

  it("sign with a rotated secret until it expires", async () => {
    const signatures: number[] = [];
    const platform = await createDigestPlatform(
      async (event, { api }) => {
        if (event.type !== "installation_setup") return;
        const { installationId } = event;
        const { id } = await api.call(createWebhookEndpoint, { params: { installationId }, body });
        const params = { installationId, endpointId: id };
        await api.call(rotateWebhookEndpointSecret, { params, body: { overlapSeconds: 60 } });
      },
      {
        services: {
          "https://hooks.example": (request) => {
            signatures.push(request.headers.get("x-service-signature")?.split("v1=").length ?? 0);
            return new Response(null);
          },
        },
      },
    );
    await platform.install();
    await platform.emit("page_feedback");
    platform.advance(60_000);
    await platform.emit("page_feedback");
    expect(signatures).toEqual([3, 2]);
  });
});
