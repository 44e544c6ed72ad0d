import { verify } from "@plugboard/webhook-signer";
import { describe, expect, it } from "vitest";
import { createDigestPlatform } from "../digest-platform.fixture.ts";

describe("webhook endpoints", () => {
  it("receive signed events through a service", async () => {
    const received: unknown[] = [];
    let secret = "";
    const platform = createDigestPlatform(
      async (event, { api }) => {
        if (event.type !== "installation_setup") return;
        const params = { installationId: event.installationId };
        const body = { url: "https://hooks.example/in", eventTypes: ["page_feedback"] as const };
        const { id } = await api.request("POST", "/installations/{installationId}/webhook-endpoints", {
          params,
          body,
        });
        const path = "/installations/{installationId}/webhook-endpoints/{endpointId}/secrets";
        const { secrets } = await api.request("GET", path, { params: { ...params, endpointId: id } });
        secret = secrets[0]?.secret ?? "";
      },
      {
        services: {
          "https://hooks.example": async (request) => {
            const body = await request.text();
            await verify({ secret, header: request.headers.get("x-service-signature"), body });
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
  });
});
