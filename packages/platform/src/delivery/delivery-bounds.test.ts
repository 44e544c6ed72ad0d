import {
  createWebhookEndpoint,
  getOrganizationUsage,
  installIntegration,
  setOrganizationQuota,
} from "@plugboard/api/routes";
import { createSpaceInstallation, updatePageContent } from "../../../content/src/client/routes.ts";
import { describe, expect, it } from "vitest";
import { administrator, setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";

const delivered = { startedAt: 0, status: 204, requestHeaders: {}, timings: { total: 0 } } as const;

describe.each(databaseKinds)("deliveries in flight on %s", (kind) => {
  const held = Promise.withResolvers<void>();
  const waiting: (() => void)[] = [];
  const inFlight = new Map<string, number>();
  const most = new Map<string, number>();
  const ended: string[] = [];
  const api = setUpApi(kind, {
    webhooks: {
      send: async ({ url }) => {
        const { hostname } = new URL(url);
        const now = (inFlight.get(hostname) ?? 0) + 1;
        inFlight.set(hostname, now);
        most.set(hostname, Math.max(most.get(hostname) ?? 0, now));
        for (const look of waiting.splice(0)) look();
        await held.promise;
        inFlight.set(hostname, (inFlight.get(hostname) ?? 0) - 1);
        ended.push(hostname);
        for (const look of waiting.splice(0)) look();
        return delivered;
      },
      checkEndpoint: () => {},
      destinations: [],
      challenge: async () => ({ isVerified: false, result: delivered }),
    },
  });
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise<void>((resolve) => waiting.push(resolve));
  };

  /** An organization with two installations, each with an endpoint. */
  async function setUp(hostname: string) {
    const content = await api.createContent();
    const { organizationId } = content;
    for (let each = 0; each < 2; each += 1) {
      const { name: integration } = await api.publish(organizationId, "scopes: [space:content:read]");
      const installed = await api.succeed(administrator, installIntegration, {
        params: { integration },
        body: { organization: organizationId },
      });
      const params = { ...content, installationId: String(installed["id"]) };
      await api.succeed(administrator, createSpaceInstallation, { params });
      await api.succeed(administrator, createWebhookEndpoint, {
        params,
        body: { url: `https://${hostname}/`, eventTypes: ["space_content_updated"] },
      });
    }
    for (let edit = 0; edit < 4; edit += 1)
      await api.succeed(administrator, updatePageContent, {
        params: { ...content },
        body: { markdown: `Edit ${edit}` },
      });
    return content;
  }

  it("of an organization never exceed its quota, and none is lost", async () => {
    const [{ organizationId }] = [await setUp("bounded.example"), await setUp("other.example")];
    const params = { organizationId };
    const body = { maxDeliveriesInFlight: 2 };
    expect(await api.succeed(administrator, setOrganizationQuota, { params, body })).toMatchObject({
      limits: body,
      deliveriesInFlight: 0,
    });
    api.platform().start();
    // Four for each of the other organization's endpoints, whose speed is still unknown.
    await until(() => inFlight.get("bounded.example") === 2 && inFlight.get("other.example") === 8);
    const usage = await api.succeed(administrator, getOrganizationUsage, { params });
    expect(usage).toMatchObject({ deliveriesInFlight: 2 });
    held.resolve();
    await until(() => ended.length === 16);
    await api.platform().stop();
    expect(Object.fromEntries(most)).toEqual({ "bounded.example": 2, "other.example": 8 });
  });
});
