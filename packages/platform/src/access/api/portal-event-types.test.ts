import * as routes from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { databaseKinds } from "../../fixtures/set-up-storage.fixture.ts";
import { administrator, person, setUpApi, type TestApiCall } from "../../fixtures/set-up-api.fixture.ts";

const listSchema = z.object({ items: z.array(z.looseObject({})) });
const second = 1000;
const hour = 3600 * second;

describe.each(databaseKinds)("a portal session limited to event types on %s", (kind) => {
  let status = 200;
  const { succeed, call, createContent, publish, platform, clock } = setUpApi(kind, {
    hasOneClock: true,
    webhooks: {
      checkEndpoint: () => {},
      destinations: [],
      challenge: async () => ({
        isVerified: false,
        result: { startedAt: 0, requestHeaders: {}, timings: { total: 0 } },
      }),
      send: async () => ({ startedAt: clock.now, status, requestHeaders: {}, timings: { total: 1 } }),
    },
  });

  /**
   * Creates an organization with endpoints for invoices, payroll and both, each with a failed and a delivered delivery of
   * its types.
   */
  async function setUp() {
    const { organizationId } = await createContent();
    const { name } = await publish(organizationId, "scopes: [organization:events:read]");
    const installed = await succeed(administrator, routes.installIntegration, {
      params: { integration: name },
      body: { organization: organizationId },
    });
    const params = { organizationId, installationId: String(installed["id"]) };
    const owner = person(`owner of ${organizationId}`, { [organizationId]: "owner" });
    const types = ["invoice.paid", "invoice.sent", "payroll.changed"];
    for (const type of types)
      await succeed(owner, routes.createCustomEventType, { params, body: { type, summary: `${type}.` } });
    const add = async (path: string, eventTypes: readonly string[]) => {
      const body = { url: `https://hooks.example/${path}`, eventTypes };
      return String((await succeed(owner, routes.createWebhookEndpoint, { params, body }))["id"]);
    };
    const endpoints = {
      invoices: await add("invoices", ["invoice.*"]),
      payroll: await add("payroll", ["payroll.changed"]),
      both: await add("both", ["invoice.paid", "payroll.changed"]),
    };
    // The endpoint received another type before it was limited to invoices.
    const test = { params: { ...params, endpointId: endpoints.invoices }, body: { type: "payroll.changed" } };
    await succeed(owner, routes.sendTestEvent, test);
    const emit = async () => {
      const events = types.map((type) => ({ type, data: { of: type } }));
      await succeed(owner, routes.emitCustomEvents, { params, body: { events } });
      while ((await platform().runDue()) > 0) clock.now += second;
    };
    status = 422;
    await emit();
    status = 200;
    await emit();
    const open = async (body: object) =>
      String((await succeed(owner, routes.createPortalSession, { params, body }))["token"]);
    return { params, owner, endpoints, open };
  }

  const itemsOf = async (...request: Parameters<typeof succeed>) =>
    listSchema.parse(await succeed(...request)).items;

  it("shows only endpoints, deliveries, failures and types within them", async () => {
    const { params, owner, endpoints, open } = await setUp();
    const token = await open({ eventTypes: ["invoice.*"] });
    expect(await succeed(token, routes.getPortalSession)).toMatchObject({ eventTypes: ["invoice.*"] });
    expect(await itemsOf(owner, routes.listPortalSessions, { params })).toMatchObject([
      { eventTypes: ["invoice.*"] },
    ]);
    const shown = await itemsOf(token, routes.listWebhookEndpoints, { params });
    expect(shown.map(({ id }) => id)).toEqual([endpoints.invoices]);
    const types = await itemsOf(token, routes.listCustomEventTypes, { params });
    expect(types.map(({ type }) => type)).toEqual(["invoice.paid", "invoice.sent"]);
    expect(await itemsOf(token, routes.listEventTypes)).toEqual([]);

    const all = await itemsOf(owner, routes.listDeliveries, {
      query: { organization: params.organizationId },
    });
    const within = all.filter(
      ({ target, eventType }) =>
        Object(target).endpointId === endpoints.invoices && eventType !== "payroll.changed",
    );
    expect(within).toHaveLength(4);
    expect(await itemsOf(token, routes.listDeliveries)).toEqual(within);
    for (const { id } of all) {
      const one = { params: { ...params, deliveryId: String(id) } };
      const isWithin = within.some((each) => each["id"] === id);
      for (const route of [routes.getDelivery, routes.listDeliveryAttempts, routes.getDeliveryBody]) {
        const { status: got } = await call(token, route, one);
        expect([route.id, got]).toEqual([route.id, isWithin ? 200 : 404]);
      }
      if (isWithin) continue;
      expect((await call(token, routes.sendDeliveryAgain, one)).status).toBe(404);
      const body = { deliveryIds: [String(id)] };
      expect((await call(token, routes.sendDeliveriesAgain, { body })).status).toBe(404);
      expect(await itemsOf(token, routes.listDeliveries, { query: { deliveryId: String(id) } })).toEqual([]);
    }
    const since = new Date(clock.now - hour).toISOString();
    const { spans } = await succeed(token, routes.countDeliveries, { query: { since, spans: "1" } });
    expect(spans).toMatchObject([{ open: 0, delivered: 2, failed: 2 }]);
    const groups = await itemsOf(token, routes.groupFailedDeliveries, { query: { since } });
    expect(groups).toMatchObject([{ target: { endpointId: endpoints.invoices }, count: 2 }]);
  });

  it("refuses other types for subscriptions, filters, test events, replays and recoveries", async () => {
    const { params, endpoints, open } = await setUp();
    const token = await open({ eventTypes: ["invoice.*"] });
    const own = { ...params, endpointId: endpoints.invoices };
    const time = new Date(clock.now - hour).toISOString();
    const url = "https://hooks.example/new";
    const requests: readonly (readonly [Parameters<typeof call>[1], TestApiCall])[] = [
      [routes.createWebhookEndpoint, { body: { url, eventTypes: ["invoice.paid", "payroll.changed"] } }],
      [routes.updateWebhookEndpoint, { body: { eventTypes: ["payroll.*"] } }],
      [routes.sendTestEvent, { body: { type: "payroll.changed" } }],
      [routes.sendTestEvent, { body: { type: "payroll.unknown", payload: {} } }],
      [routes.replayEvents, { body: { since: time, eventTypes: ["payroll.changed"] } }],
      [routes.countWebhookEndpointRecovery, { body: { failedSince: time, eventTypes: ["payroll.changed"] } }],
      [routes.startWebhookEndpointRecovery, { body: { failedSince: time, eventTypes: ["payroll.changed"] } }],
      [routes.listDeliveries, { query: { eventType: "payroll.changed" } }],
      [routes.countDeliveries, { query: { eventType: "payroll.changed" } }],
      [routes.groupFailedDeliveries, { query: { eventType: "payroll.changed" } }],
    ];
    for (const [route, request] of requests) {
      const refused = await call(token, route, { params: own, ...request });
      expect([route.id, refused.status]).toEqual([route.id, 403]);
      expect(refused.text).toMatch(
        /This portal session doesn't include the event type payroll\.\S+\. It includes invoice\.\*\./,
      );
    }
    const type = { params: { ...params, customEventType: "payroll.changed" } };
    expect((await call(token, routes.getCustomEventType, type)).status).toBe(403);

    // Without types, a replay and a recovery cover those of the session.
    const failed = { params: own, body: { failedSince: time } };
    expect(await succeed(token, routes.countWebhookEndpointRecovery, failed)).toEqual({ count: 2 });
    expect(await succeed(token, routes.startWebhookEndpointRecovery, failed)).toMatchObject({ total: 2 });
    const replay = { params: own, body: { since: time } };
    expect(await succeed(token, routes.replayEvents, replay)).toMatchObject({ replayed: 4 });
  });

  it("can't reach or widen endpoints of other types", async () => {
    const { params, owner, endpoints, open } = await setUp();
    const token = await open({ eventTypes: ["invoice.paid"] });
    const body = { url: "https://hooks.example/taken", eventTypes: ["payroll.changed"] };
    const headers = { "idempotency-key": "first" };
    await succeed(owner, routes.createWebhookEndpoint, { params, body, headers });
    const repeated = { params, body: { ...body, eventTypes: ["invoice.paid"] }, headers };
    expect((await call(token, routes.createWebhookEndpoint, repeated)).status).toBe(403);
    // A wildcard could also match types outside the session.
    for (const endpointId of Object.values(endpoints)) {
      const one = { params: { ...params, endpointId } };
      for (const [route, request] of [
        [routes.getWebhookEndpoint, {}],
        [routes.getWebhookEndpointSecrets, {}],
        [routes.getWebhookEndpointStatistics, {}],
        [routes.updateWebhookEndpoint, { body: { eventTypes: ["invoice.paid"] } }],
        [routes.rotateWebhookEndpointSecret, { body: {} }],
        [routes.sendTestEvent, { body: { type: "invoice.paid" } }],
        [routes.deleteWebhookEndpoint, {}],
      ] as const)
        expect([route.id, (await call(token, route, { ...one, ...request })).status]).toEqual([
          route.id,
          404,
        ]);
    }
    for (const route of [routes.createPortalSession, routes.createEmbedToken])
      expect((await call(token, route, { params, body: { part: "portal" } })).status).toBe(403);
    const created = await succeed(token, routes.createWebhookEndpoint, {
      params,
      body: { url: "https://hooks.example/mine", eventTypes: ["invoice.paid"] },
    });
    const update = { params: { ...params, endpointId: String(created["id"]) } };
    for (const eventTypes of [["invoice.*"], ["invoice.paid", "invoice.sent"]])
      expect(
        (await call(token, routes.updateWebhookEndpoint, { ...update, body: { eventTypes } })).status,
      ).toBe(403);
    // Once an administrator widens it, the session loses it.
    await succeed(owner, routes.updateWebhookEndpoint, { ...update, body: { eventTypes: ["invoice.*"] } });
    expect((await call(token, routes.getWebhookEndpoint, update)).status).toBe(404);
  });

  it("is created with names that endpoints accept, also as an embed token", async () => {
    const { params, owner } = await setUp();
    for (const eventTypes of [[], ["*"], ["Invoice Paid"]]) {
      const refused = await call(owner, routes.createPortalSession, { params, body: { eventTypes } });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("eventTypes")]);
    }
    const key = { type: "key", id: "key_1", organization: params.organizationId, role: "admin" } as const;
    const embed = { part: "portal", origins: ["https://app.example.com"], eventTypes: ["payroll.changed"] };
    const { token } = await succeed(key, routes.createEmbedToken, { params, body: embed });
    const shown = await itemsOf(String(token), routes.listWebhookEndpoints, { params });
    expect(shown.map(({ url }) => url)).toEqual(["https://hooks.example/payroll"]);
    const part = { part: "marketplace", userId: "usr_1", origins: embed.origins, eventTypes: ["invoice.*"] };
    expect((await call(key, routes.createEmbedToken, { params, body: part })).status).toBe(400);
  });
});
