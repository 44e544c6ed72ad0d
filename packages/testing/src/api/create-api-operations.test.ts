import type { ApiClient } from "@plugboard/api/client";
import { createIntegration } from "@plugboard/runtime";
import { describe, expect, it } from "vitest";
import { connectedManifest } from "../connected-manifest.fixture.ts";
import { createTestPlatform } from "../create-test-platform.ts";
import { testIds } from "../platform/test-ids.ts";

const scopes =
  "[space:content:read, space:content:write, space:metadata:read, site:metadata:read, site:views:read]";
const manifest = connectedManifest.replace("[site:views:read]", scopes);
const installationId = testIds.installation;
const installation = { configuration: { oauth_credentials: { access_token: "at" } } };

/** Runs calls of the API inside a handler, with the integration's own client. */
async function withApi(run: (api: ApiClient) => Promise<void>): Promise<void> {
  const integration = createIntegration({ events: { site_view: (_event, { api }) => run(api) } });
  const services = { "https://hooks.example": () => new Response(null) };
  const platform = createTestPlatform(integration, { manifest, installation, services });
  expect(await platform.emit("site_view")).toMatchObject({ status: 200, logs: [] });
}

describe("the API of a test platform", () => {
  it("shows the integration and its installations", () =>
    withApi(async (api) => {
      const integration = await api.request("GET", "/integrations/{integration}", {
        params: { integration: "acme" },
      });
      expect(integration).toMatchObject({ name: "acme", version: 1, visibility: "private" });
      const path = "/integrations/{integration}/installations";
      expect(await api.request("GET", path, { params: { integration: "acme" } })).toMatchObject({
        items: [{ id: installationId, integration: "acme" }],
      });
      const params = { installationId };
      const { spaceId, siteId } = { spaceId: testIds.space, siteId: testIds.site };
      expect(await api.request("GET", "/installations/{installationId}/spaces", { params })).toMatchObject({
        items: [{ space: spaceId }],
      });
      expect(await api.request("GET", "/installations/{installationId}/sites", { params })).toMatchObject({
        items: [{ site: siteId }],
      });
      const inSpace = { params: { installationId, spaceId } };
      const inSite = { params: { installationId, siteId } };
      expect(
        await api.request("GET", "/installations/{installationId}/spaces/{spaceId}", inSpace),
      ).toMatchObject({ space: spaceId });
      expect(
        await api.request("GET", "/installations/{installationId}/sites/{siteId}", inSite),
      ).toMatchObject({ site: siteId });
    }));

  it("shows the content", () =>
    withApi(async (api) => {
      const params = { spaceId: testIds.space, pageId: testIds.page };
      expect(await api.request("GET", "/spaces/{spaceId}", { params })).toMatchObject({ id: testIds.space });
      expect(await api.request("GET", "/spaces/{spaceId}/pages/{pageId}", { params })).toMatchObject({
        title: "Welcome",
      });
      expect(await api.request("GET", "/sites/{siteId}", { params: { siteId: testIds.site } })).toMatchObject(
        { spaceId: testIds.space },
      );
    }));

  it("keeps webhook endpoints and rotates their secrets", () =>
    withApi(async (api) => {
      const base = "/installations/{installationId}/webhook-endpoints";
      const item = `${base}/{endpointId}` as const;
      const creation = { url: "https://hooks.example/", eventTypes: ["site_view"] } as const;
      const { id: endpointId } = await api.request("POST", base, {
        params: { installationId },
        body: creation,
      });
      const params = { installationId, endpointId };
      const before = await api.request("GET", `${item}/secrets`, { params });
      const after = await api.request("POST", `${item}/rotate-secret`, { params, body: {} });
      expect(after.secrets).toEqual([
        expect.anything(),
        { ...before.secrets[0], expiresAt: expect.any(String) },
      ]);
      const ended = await api.request("POST", `${item}/rotate-secret`, {
        params,
        body: { overlapSeconds: 0 },
      });
      expect(ended.secrets).toHaveLength(1);
      const change = { params, body: { status: "disabled" } } as const;
      expect(await api.request("PATCH", item, change)).toMatchObject({
        status: "disabled",
        url: creation.url,
      });
      expect(await api.request("GET", item, { params })).toMatchObject({ id: endpointId });
      await api.request("DELETE", item, { params });
      expect(await api.request("GET", base, { params })).toEqual({ items: [] });
      await expect(api.request("GET", item, { params })).rejects.toMatchObject({ status: 404 });
    }));

  it("tells events and deliveries, and sends them again", () =>
    withApi(async (api) => {
      const base = "/installations/{installationId}/deliveries";
      const item = `${base}/{deliveryId}` as const;
      const params = { installationId };
      const endpoint = await api.request("POST", "/installations/{installationId}/webhook-endpoints", {
        params,
        body: { url: "https://hooks.example/", eventTypes: ["page_feedback"] },
      });
      const sent = await api.request(
        "POST",
        "/installations/{installationId}/webhook-endpoints/{endpointId}/test-event",
        {
          params: { installationId, endpointId: endpoint.id },
          body: {},
        },
      );
      const { deliveryId } = sent;
      const delivery = { params: { installationId, deliveryId } };
      expect(await api.request("GET", item, delivery)).toMatchObject({
        status: "delivered",
        eventType: "page_feedback",
      });
      expect(await api.request("POST", `${item}/send-again`, delivery)).toMatchObject({
        status: "delivered",
        attempts: 2,
      });
      const attempts = await api.request("GET", `${item}/attempts`, delivery);
      expect(attempts.items).toMatchObject([{ number: 1, responseStatus: 200 }, { number: 2 }]);
      const events = await api.request("GET", "/installations/{installationId}/events", { params });
      expect(events.items).toMatchObject([{ type: "site_view", installationId }]);
      const found = await api.request("GET", base, { params, query: { endpointId: endpoint.id } });
      expect(found.items).toMatchObject([{ id: deliveryId }]);
      expect((await api.request("GET", base, { params, query: { status: "failed" } })).items).toEqual([]);
    }));

  it("keeps what a paused endpoint gets, recovers what failed, and counts it", async () => {
    const statuses = [400, 200, 200];
    const base = "/installations/{installationId}/webhook-endpoints";
    const item = `${base}/{endpointId}` as const;
    const failedSince = "2001-01-01T00:00:00Z";
    const run = async (api: ApiClient): Promise<void> => {
      const creation = { url: "https://hooks.example/", eventTypes: ["page_feedback"] } as const;
      const made = await api.request("POST", base, { params: { installationId }, body: creation });
      const params = { installationId, endpointId: made.id };
      // Summed up, since an hour may end meanwhile.
      const count = async () => {
        const { pending, hours } = await api.request("GET", `${item}/statistics`, { params });
        const sum = (name: "delivered" | "failed") => hours.reduce((total, hour) => total + hour[name], 0);
        return { pending, delivered: sum("delivered"), failed: sum("failed") };
      };
      const set = (status: "enabled" | "paused" | "disabled") =>
        api.request("PATCH", item, { params, body: { status } });
      const recover = () => api.request("POST", `${item}/recoveries`, { params, body: { failedSince } });

      await api.request("POST", `${item}/test-event`, { params, body: {} });
      expect(await count()).toEqual({ pending: 0, delivered: 0, failed: 1 });
      const recovery = await recover();
      expect(recovery).toMatchObject({ status: "done", recovered: 1, total: 1, perSecond: 100 });
      const ofRecovery = { params: { ...params, recoveryId: recovery.id } };
      expect(await api.request("GET", `${item}/recoveries/{recoveryId}`, ofRecovery)).toEqual(recovery);
      expect(await api.request("POST", `${item}/recoveries/{recoveryId}/cancel`, ofRecovery)).toEqual(
        recovery,
      );
      expect(await api.request("GET", `${item}/recoveries`, { params })).toEqual({ items: [recovery] });

      await set("paused");
      await api.request("POST", `${item}/test-event`, { params, body: {} });
      expect(await count()).toEqual({ pending: 1, delivered: 1, failed: 0 });
      await set("enabled");
      expect(await count()).toEqual({ pending: 0, delivered: 2, failed: 0 });
      expect(statuses).toEqual([]);
      await set("disabled");
      await expect(recover()).rejects.toMatchObject({ status: 409 });
    };
    const integration = createIntegration({ events: { site_view: (_event, { api }) => run(api) } });
    const services = {
      "https://hooks.example": () => new Response(null, { status: statuses.shift() ?? 500 }),
    };
    const platform = createTestPlatform(integration, { manifest, installation, services });
    expect(await platform.emit("site_view")).toMatchObject({ status: 200, logs: [] });
  });
});
