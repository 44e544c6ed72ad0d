import type { ApiClient } from "@plugboard/api/client";
import {
  cancelWebhookEndpointRecovery,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getDelivery,
  getIntegration,
  getPage,
  getSite,
  getSiteInstallation,
  getSpace,
  getSpaceInstallation,
  getWebhookEndpoint,
  getWebhookEndpointRecovery,
  getWebhookEndpointSecrets,
  getWebhookEndpointStatistics,
  listDeliveryAttempts,
  listInstallationDeliveries,
  listInstallationEvents,
  listIntegrationInstallations,
  listSiteInstallations,
  listSpaceInstallations,
  listWebhookEndpointRecoveries,
  listWebhookEndpoints,
  rotateWebhookEndpointSecret,
  sendDeliveryAgain,
  sendTestEvent,
  startWebhookEndpointRecovery,
  updateWebhookEndpoint,
} from "@plugboard/api/routes";
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
      const integration = await api.call(getIntegration, {
        params: { integration: "acme" },
      });
      expect(integration).toMatchObject({ name: "acme", version: 1, visibility: "private" });
      expect(await api.call(listIntegrationInstallations, { params: { integration: "acme" } })).toMatchObject(
        {
          items: [{ id: installationId, integration: "acme" }],
        },
      );
      const params = { installationId };
      const { spaceId, siteId } = { spaceId: testIds.space, siteId: testIds.site };
      expect(await api.call(listSpaceInstallations, { params })).toMatchObject({
        items: [{ space: spaceId }],
      });
      expect(await api.call(listSiteInstallations, { params })).toMatchObject({
        items: [{ site: siteId }],
      });
      const inSpace = { params: { installationId, spaceId } };
      const inSite = { params: { installationId, siteId } };
      expect(await api.call(getSpaceInstallation, inSpace)).toMatchObject({ space: spaceId });
      expect(await api.call(getSiteInstallation, inSite)).toMatchObject({ site: siteId });
    }));

  it("shows the content", () =>
    withApi(async (api) => {
      const params = { spaceId: testIds.space, pageId: testIds.page };
      expect(await api.call(getSpace, { params })).toMatchObject({ id: testIds.space });
      expect(await api.call(getPage, { params })).toMatchObject({
        title: "Welcome",
      });
      expect(await api.call(getSite, { params: { siteId: testIds.site } })).toMatchObject({
        spaceId: testIds.space,
      });
    }));

  it("keeps webhook endpoints and rotates their secrets", () =>
    withApi(async (api) => {
      const creation = { url: "https://hooks.example/", eventTypes: ["site_view"] } as const;
      const { id: endpointId } = await api.call(createWebhookEndpoint, {
        params: { installationId },
        body: creation,
      });
      const params = { installationId, endpointId };
      const before = await api.call(getWebhookEndpointSecrets, { params });
      const after = await api.call(rotateWebhookEndpointSecret, { params, body: {} });
      expect(after.secrets).toEqual([
        expect.anything(),
        { ...before.secrets[0], expiresAt: expect.any(String) },
      ]);
      const ended = await api.call(rotateWebhookEndpointSecret, {
        params,
        body: { overlapSeconds: 0 },
      });
      expect(ended.secrets).toHaveLength(1);
      const change = { params, body: { status: "disabled" } } as const;
      expect(await api.call(updateWebhookEndpoint, change)).toMatchObject({
        status: "disabled",
        url: creation.url,
      });
      expect(await api.call(getWebhookEndpoint, { params })).toMatchObject({ id: endpointId });
      await api.call(deleteWebhookEndpoint, { params });
      expect(await api.call(listWebhookEndpoints, { params })).toEqual({ items: [] });
      await expect(api.call(getWebhookEndpoint, { params })).rejects.toMatchObject({ status: 404 });
    }));

  it("tells events and deliveries, and sends them again", () =>
    withApi(async (api) => {
      const params = { installationId };
      const endpoint = await api.call(createWebhookEndpoint, {
        params,
        body: { url: "https://hooks.example/", eventTypes: ["page_feedback"] },
      });
      const sent = await api.call(sendTestEvent, {
        params: { installationId, endpointId: endpoint.id },
        body: {},
      });
      const { deliveryId } = sent;
      const delivery = { params: { installationId, deliveryId } };
      expect(await api.call(getDelivery, delivery)).toMatchObject({
        status: "delivered",
        eventType: "page_feedback",
      });
      expect(await api.call(sendDeliveryAgain, delivery)).toMatchObject({
        status: "delivered",
        attempts: 2,
      });
      const attempts = await api.call(listDeliveryAttempts, delivery);
      expect(attempts.items).toMatchObject([{ number: 1, responseStatus: 200 }, { number: 2 }]);
      const events = await api.call(listInstallationEvents, { params });
      expect(events.items).toMatchObject([{ type: "site_view", installationId }]);
      const found = await api.call(listInstallationDeliveries, {
        params,
        query: { endpointId: endpoint.id },
      });
      expect(found.items).toMatchObject([{ id: deliveryId }]);
      expect(
        (await api.call(listInstallationDeliveries, { params, query: { status: "failed" } })).items,
      ).toEqual([]);
    }));

  it("keeps what a paused endpoint gets, recovers what failed, and counts it", async () => {
    const statuses = [400, 200, 200];
    const failedSince = "2001-01-01T00:00:00Z";
    const run = async (api: ApiClient): Promise<void> => {
      const creation = { url: "https://hooks.example/", eventTypes: ["page_feedback"] } as const;
      const made = await api.call(createWebhookEndpoint, { params: { installationId }, body: creation });
      const params = { installationId, endpointId: made.id };
      // Summed up, since an hour may end meanwhile.
      const count = async () => {
        const { pending, hours } = await api.call(getWebhookEndpointStatistics, { params });
        const sum = (name: "delivered" | "failed") => hours.reduce((total, hour) => total + hour[name], 0);
        return { pending, delivered: sum("delivered"), failed: sum("failed") };
      };
      const set = (status: "enabled" | "paused" | "disabled") =>
        api.call(updateWebhookEndpoint, { params, body: { status } });
      const recover = () => api.call(startWebhookEndpointRecovery, { params, body: { failedSince } });

      await api.call(sendTestEvent, { params, body: {} });
      expect(await count()).toEqual({ pending: 0, delivered: 0, failed: 1 });
      const recovery = await recover();
      expect(recovery).toMatchObject({ status: "done", recovered: 1, total: 1, perSecond: 100 });
      const ofRecovery = { params: { ...params, recoveryId: recovery.id } };
      expect(await api.call(getWebhookEndpointRecovery, ofRecovery)).toEqual(recovery);
      expect(await api.call(cancelWebhookEndpointRecovery, ofRecovery)).toEqual(recovery);
      expect(await api.call(listWebhookEndpointRecoveries, { params })).toEqual({ items: [recovery] });

      await set("paused");
      await api.call(sendTestEvent, { params, body: {} });
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
