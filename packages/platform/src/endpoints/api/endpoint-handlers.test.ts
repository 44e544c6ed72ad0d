import * as routes from "@plugboard/api/routes";
import { describe, expect, it, vi } from "vitest";
import { administrator, setUpApi } from "../../fixtures/set-up-api.fixture.ts";

describe.each(["SQLite", "PostgreSQL"] as const)("the health of an endpoint on %s", (kind) => {
  const { succeed, createContent, publish, platform, clock } = setUpApi(kind, {
    webhooks: {
      checkEndpoint: () => {},
      destinations: [],
      challenge: async () => ({
        isVerified: false,
        result: { startedAt: 0, requestHeaders: {}, timings: { total: 0 } },
      }),
      send: async () => ({ startedAt: clock.now, status: 503, requestHeaders: {}, timings: { total: 30 } }),
    },
  });

  it("is of one moment, even if requests fail while it is read", async () => {
    const { organizationId } = await createContent();
    const { name } = await publish(organizationId, "scopes: []");
    const installed = await succeed(administrator, routes.installIntegration, {
      params: { integration: name },
      body: { organization: organizationId },
    });
    const params = { installationId: String(installed["id"]) };
    const { id } = await succeed(administrator, routes.createWebhookEndpoint, {
      params,
      body: { url: "https://hooks.example/in", eventTypes: ["space_content_updated"] },
    });
    const endpoint = { ...params, endpointId: String(id) };
    const { deliveries } = platform();
    const read = deliveries.endpointStatistics.bind(deliveries);
    const spy = vi.spyOn(deliveries, "endpointStatistics").mockImplementationOnce(async (...call) => {
      for (let sent = 0; sent < 3; sent += 1) {
        await succeed(administrator, routes.sendTestEvent, {
          params: endpoint,
          body: { type: "space_content_updated" },
        });
        while ((await platform().runDue()) > 0) clock.now += 1000;
      }
      return await read(...call);
    });
    const before = await succeed(administrator, routes.getWebhookEndpoint, { params: endpoint });
    spy.mockRestore();
    const after = await succeed(administrator, routes.getWebhookEndpoint, { params: endpoint });
    expect(before["health"]).toMatchObject({ state: "failing" });
    expect(before["health"]).toEqual(after["health"]);
    const days = await succeed(administrator, routes.getWebhookEndpointStatistics, {
      params: endpoint,
      query: { since: new Date(clock.now - 30 * 24 * 3600 * 1000).toISOString(), step: "day" },
    });
    expect(days["hours"]).toEqual([
      expect.objectContaining({
        hour: `${new Date(clock.now).toISOString().slice(0, "2026-01-15".length)}T00:00:00.000Z`,
        delivered: 0,
        attempts: Object(after["health"]).requests,
      }),
    ]);
    const asked = vi.spyOn(deliveries, "endpointStatistics");
    await succeed(administrator, routes.getWebhookEndpointStatistics, {
      params: endpoint,
      query: { since: "2026-01-14T09:30:00Z", step: "day" },
    });
    expect(asked).toHaveBeenLastCalledWith(id, { since: Date.parse("2026-01-14T00:00:00Z") });
    asked.mockRestore();
  });
});
