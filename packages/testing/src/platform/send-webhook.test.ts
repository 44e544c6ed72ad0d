import {
  createWebhookEndpoint,
  getWebhookEndpointSecrets,
  rotateWebhookEndpointSecret,
} from "@plugboard/api/routes";
import { verify } from "@plugboard/webhook-signer";
import { verifyStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { describe, expect, it } from "vitest";
import { createDigestPlatform } from "../digest-platform.fixture.ts";

describe("webhook endpoints", () => {
  it("receive signed events through a service", async () => {
    const received: unknown[] = [];
    const ids: string[] = [];
    let secret = "";
    const platform = createDigestPlatform(
      async (event, { api }) => {
        if (event.type !== "installation_setup") return;
        const params = { installationId: event.installationId };
        const body = { url: "https://hooks.example/in", eventTypes: ["page_feedback"] as const };
        const { id } = await api.call(createWebhookEndpoint, {
          params,
          body,
        });
        const { secrets } = await api.call(getWebhookEndpointSecrets, {
          params: { ...params, endpointId: id },
        });
        secret = secrets[0]?.secret ?? "";
      },
      {
        services: {
          "https://hooks.example": async (request) => {
            const body = await request.text();
            await verify({ secret, header: request.headers.get("x-service-signature"), body });
            const { id } = await verifyStandardWebhook({ secret, headers: request.headers, body });
            ids.push(id);
            received.push(JSON.parse(body));
            return new Response(null, { status: 204 });
          },
        },
      },
    );
    await platform.install();
    await platform.emit("site_view");
    const { event } = await platform.emit("page_feedback");
    expect(received).toEqual([event]);
    expect(ids).toEqual([event.eventId]);
  });

  it("sign with a rotated secret as long as it lives", async () => {
    const signatures: number[] = [];
    let time = 1_700_000_000_000;
    const platform = createDigestPlatform(
      async (event, { api }) => {
        if (event.type !== "installation_setup") return;
        const params = { installationId: event.installationId };
        const body = { url: "https://hooks.example/in", eventTypes: ["page_feedback"] as const };
        const { id: endpointId } = await api.call(createWebhookEndpoint, { params, body });
        const rotation = { params: { ...params, endpointId }, body: { overlapSeconds: 60 } };
        await api.call(rotateWebhookEndpointSecret, rotation);
      },
      {
        now: () => time,
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
    time += 60_000;
    await platform.emit("page_feedback");
    expect(signatures).toEqual([3, 2]);
  });
});
