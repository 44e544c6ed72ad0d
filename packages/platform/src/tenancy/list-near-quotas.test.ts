import * as routes from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { administrator, setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { listNearQuotas } from "./list-near-quotas.ts";

const day = 24 * 3600 * 1000;

describe.each(databaseKinds)("quotas that are nearly used up on %s", (kind) => {
  const { succeed, call, createContent, publish, platform, clock } = setUpApi(kind, { hasOneClock: true });

  const createOrganization = async (body: object) => {
    const { organizationId } = await createContent();
    const params = { organizationId };
    await succeed(administrator, routes.setOrganizationQuota, { params, body });
    const read = async () => {
      await platform().usage.flush();
      return (await succeed(administrator, routes.getOrganizationUsage, { params }))["nearQuotas"];
    };
    return { params, read };
  };

  it("are rate limits at their highest point of today", async () => {
    const { params, read } = await createOrganization({ requestsPerMinute: 10 });
    const key = { type: "key", id: "key_1", organization: params.organizationId, role: "owner" } as const;
    const send = async () => (await call(key, routes.listMembers, { params })).status;
    for (let sent = 0; sent < 7; sent += 1) await send();
    expect(await read()).toEqual([]);
    await send();
    const near = [{ quota: "requestsPerMinute", percent: 80, period: "day" }];
    expect(await read()).toEqual(near);
    const { id, title } = await succeed(administrator, routes.getOrganization, { params });
    const listOwn = async () =>
      (await listNearQuotas(platform())).filter(({ organization }) => organization.id === id);
    expect(await listOwn()).toEqual([{ ...near[0], organization: { id, title } }]);
    clock.now += 60_000;
    await send();
    expect(await read()).toEqual(near);
    while ((await send()) === 200);
    expect(await read()).toEqual([{ quota: "requestsPerMinute", percent: 100, period: "day" }]);
    clock.now += day;
    expect([await read(), await listOwn()]).toEqual([[], []]);
    for (let sent = 0; sent < 9; sent += 1) await send();
    expect(await read()).toEqual([{ quota: "requestsPerMinute", percent: 90, period: "day" }]);
  });

  it("are other limits as of now", async () => {
    const { params, read } = await createOrganization({ maxWebhookEndpoints: 2, keepBodiesDays: 1 });
    const { name } = await publish(params.organizationId, "scopes: []");
    const installed = await succeed(administrator, routes.installIntegration, {
      params: { integration: name },
      body: { organization: params.organizationId },
    });
    const location = { installationId: String(installed["id"]) };
    const body = { url: "https://hooks.example/in", eventTypes: ["space_content_updated"] };
    await succeed(administrator, routes.createWebhookEndpoint, { params: location, body });
    expect(await read()).toEqual([]);
    const { id } = await succeed(administrator, routes.createWebhookEndpoint, { params: location, body });
    expect(await read()).toEqual([{ quota: "maxWebhookEndpoints", percent: 100, period: "month" }]);
    await succeed(administrator, routes.deleteWebhookEndpoint, {
      params: { ...location, endpointId: String(id) },
    });
    expect(await read()).toEqual([]);
  });
});
