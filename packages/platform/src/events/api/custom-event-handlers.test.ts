import { limits } from "@plugboard/api/contract";
import * as routes from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createApiKey } from "../../access/api-keys.ts";
import { administrator, person, setUpApi, type TestApiCall } from "../../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../fixtures/set-up-storage.fixture.ts";

const acceptedSchema = z.object({ events: z.array(z.object({ id: z.string(), created: z.boolean() })) });
const listSchema = z.object({
  items: z.array(z.looseObject({ type: z.string() })),
  next: z.string().optional(),
});
const paid = {
  type: "invoice.paid",
  summary: "An invoice was paid in full",
  schema: {
    type: "object",
    required: ["invoiceId", "cents"],
    properties: { invoiceId: { type: "string" }, cents: { $ref: "#/$defs/money" } },
    $defs: { money: { type: "integer", minimum: 0 } },
  },
  example: { invoiceId: "inv_1", cents: 4200 },
};
const event = (cents: unknown, more: object = {}) => ({
  type: paid.type,
  data: { invoiceId: "inv_1", cents },
  ...more,
});

describe.each(databaseKinds)("custom events on %s", (kind) => {
  const sent: { readonly url: string; readonly body: unknown }[] = [];
  const api = setUpApi(kind, {
    webhooks: {
      send: async ({ url, body }) => {
        sent.push({ url, body: JSON.parse(String(body)) });
        return { startedAt: 0, status: 204, requestHeaders: {}, timings: { total: 1 } };
      },
      checkEndpoint: () => {},
      destinations: [],
      challenge: async () => ({
        isVerified: true,
        result: { startedAt: 0, requestHeaders: {}, timings: { total: 1 } },
      }),
    },
  });
  const { succeed, call, createContent, publish, platform } = api;

  /** An organization with the type, an installation that may read custom events, and an endpoint of each kind. */
  async function setUp(lines = "scopes: [organization:events:read]") {
    const { organizationId } = await createContent();
    const { name: integration } = await publish(organizationId, lines);
    const body = { organization: organizationId };
    const installed = await succeed(administrator, routes.installIntegration, {
      params: { integration },
      body,
    });
    const installationId = String(installed["id"]);
    const { token } = await createApiKey(platform(), organizationId, { name: "Product", role: "developer" });
    const params = { organizationId };
    await succeed(token, routes.createCustomEventType, { params, body: paid });
    const subscribe = async (path: string, more: object = {}) => {
      const url = `https://hooks.example/${organizationId}/${path}`;
      const creation = { url, eventTypes: [paid.type], ...more };
      const endpoint = await succeed(token, routes.createWebhookEndpoint, {
        params: { installationId },
        body: creation,
      });
      return { installationId, endpointId: String(endpoint["id"]) };
    };
    const emit = (events: readonly object[], more: TestApiCall = {}) =>
      call(token, routes.emitCustomEvents, { params, body: { events }, ...more });
    const accept = async (events: readonly object[], more?: TestApiCall) => {
      const { status, body: accepted } = await emit(events, more);
      expect([status, accepted]).toEqual([202, expect.anything()]);
      return acceptedSchema.parse(accepted).events;
    };
    const deliver = async () => {
      while ((await platform().runDue()) > 0) api.clock.now += 1000;
      const own = sent.filter(({ url }) => url.includes(organizationId));
      return own.map(({ url, body: got }) => [url.split("/").at(-1), got]);
    };
    const stored = async () =>
      (
        await platform()
          .db.selectFrom("events")
          .select("id")
          .where("organization_id", "=", organizationId)
          .where("installation_id", "is", null)
          .execute()
      ).length;
    return { organizationId, installationId, params, token, subscribe, emit, accept, deliver, stored };
  }

  it("reach every subscribed endpoint, and those with channels only if they share one", async () => {
    const { subscribe, accept, deliver, installationId, organizationId } = await setUp();
    await subscribe("all");
    await subscribe("seven", { channels: ["project-7", "project-8"] });
    await subscribe("nine", { channels: ["project-9"] });
    await subscribe("family", { eventTypes: ["invoice.*"], channels: ["project-7"] });
    await subscribe("other", { eventTypes: ["refund.*"] });
    await subscribe("large", { filter: [{ field: ["data", "cents"], equals: 3 }] });
    const [first, second] = await accept([event(1), event(2, { channels: ["project-7", "eu"] })]);
    const received = (id: string | undefined, cents: number) => ({
      eventId: `${id}_${installationId.slice("ins_".length)}`,
      type: paid.type,
      installationId,
      data: { invoiceId: "inv_1", cents },
    });
    const delivered = await deliver();
    expect(delivered.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
      ["all", received(first?.id, 1)],
      ["all", received(second?.id, 2)],
      ["family", received(second?.id, 2)],
      ["seven", received(second?.id, 2)],
    ]);
    const listed = await succeed(administrator, routes.listEvents, {
      query: { organization: organizationId },
    });
    expect(listed["items"]).toMatchObject([
      { id: second?.id, organizationId, channels: ["project-7", "eu"], recipients: [installationId] },
      { id: first?.id, organizationId, payload: { data: { cents: 1 } } },
      { type: "installation_setup" },
      { type: "installation_setup" },
    ]);
    const why = await succeed(administrator, routes.listEventRecipients, {
      params: { eventId: first?.id ?? "" },
    });
    const items = z.array(z.object({ reason: z.string().optional() })).parse(why["items"]);
    expect(items.map(({ reason = "reached" }) => reason).toSorted()).toEqual([
      "filtered",
      "not_handled",
      "not_subscribed",
      "other_channel",
      "other_channel",
      "other_channel",
      "reached",
    ]);
  });

  it("are accepted once per idempotency key of the event and of the request", async () => {
    const { subscribe, accept, emit, deliver, stored } = await setUp();
    await subscribe("all");
    const once = event(1, { idempotencyKey: "inv_1-paid" });
    const headers = { "idempotency-key": "import-1" };
    const [first, again, , other] = await accept([once, once, event(1), event(1)], { headers });
    expect([first?.created, again, other?.created]).toEqual([true, { id: first?.id, created: false }, true]);
    expect(other?.id).not.toBe(first?.id);
    expect(
      (await accept([once, once, event(1), event(1)], { headers })).map(({ created }) => created),
    ).toEqual(Array(4).fill(false));
    const changed = await emit([event(7), event(2, { idempotencyKey: "inv_1-paid" })]);
    expect([changed.status, changed.body]).toMatchObject([
      409,
      { code: "conflict", problems: [{ path: "events.1.idempotencyKey" }] },
    ]);
    expect(await stored()).toBe(3);
    expect(await deliver()).toHaveLength(3);
  });

  it("are accepted all or none, and an error names the event", async () => {
    const { emit, stored, token, params } = await setUp();
    const rest = Array.from({ length: 300 }, (_, cents) => event(cents));
    const refused = async (...events: readonly object[]) => {
      const { status, body } = await emit([...rest, ...events]);
      return [
        status,
        z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) }).parse(body)
          .problems,
      ];
    };
    expect(await refused(event(-1))).toEqual([
      400,
      [{ path: "events.300.data", message: expect.stringContaining("#/cents: -1 is less than 0") }],
    ]);
    expect(await refused(event(1), event("1"))).toMatchObject([400, [{ path: "events.301.data" }]]);
    expect(await refused({ type: "invoice.lost", data: {} })).toEqual([
      400,
      [{ path: "events.300.type", message: "is invoice.lost, which the organization has not defined" }],
    ]);
    expect(await refused({ type: "page_feedback", data: {} })).toMatchObject([
      400,
      [{ path: "events.300.type" }],
    ]);
    expect(await refused(event(1, { channels: ["two words"] }))).toMatchObject([
      400,
      [{ path: "events.300.channels.0" }],
    ]);
    const text = "x".repeat(64 * 1024);
    expect(await refused({ type: paid.type, data: { invoiceId: text, cents: 1 } })).toMatchObject([
      400,
      [{ path: "events.300.data", message: expect.stringContaining("the limit is 65536") }],
    ]);
    await succeed(token, routes.updateCustomEventType, {
      params: { ...params, customEventType: paid.type },
      body: { archived: true },
    });
    expect(await refused()).toEqual([
      400,
      [{ path: "events.0.type", message: "is invoice.paid, which is archived" }],
    ]);
    expect((await emit(Array(1001).fill(event(1)))).status).toBe(400);
    expect(await stored()).toBe(0);
  });

  it("each count toward the event quota", async () => {
    const { emit, accept, stored, params } = await setUp();
    await succeed(administrator, routes.setOrganizationQuota, { params, body: { eventsPerMinute: 5 } });
    expect((await emit(Array(6).fill(event(1)))).status).toBe(429);
    expect(await stored()).toBe(0);
    await accept(Array(5).fill(event(1)));
    expect((await emit([event(1)])).status).toBe(429);
  });

  it("can be counted and expunged, and keep their idempotency keys", async () => {
    const { subscribe, accept, deliver, params, stored } = await setUp();
    await subscribe("all");
    const once = event(1, { idempotencyKey: "inv_1-paid" });
    const before = Number((await succeed(administrator, routes.getOrganizationUsage, { params }))["events"]);
    const [first] = await accept([once]);
    expect(await succeed(administrator, routes.getOrganizationUsage, { params })).toMatchObject({
      events: before + 1,
    });
    await deliver();
    const body = { before: new Date(api.clock.now + 1000).toISOString() };
    await succeed(administrator, routes.expungeEvents, { params, body });
    const expunged = await platform()
      .db.selectFrom("events")
      .selectAll()
      .where("id", "=", first?.id ?? "")
      .execute();
    expect(expunged).toMatchObject([{ payload: "{}", expunged_at: expect.any(Number) }]);
    expect(await accept([once])).toEqual([{ id: first?.id, created: false }]);
    expect(await stored()).toBe(1);
  });

  it("are sent in order by key, and not before they are due", async () => {
    const { subscribe, accept, deliver, installationId } = await setUp();
    await subscribe("all");
    const ordering = { key: "inv_1", onFailure: "block" };
    const dueAt = new Date(api.clock.now + 60_000).toISOString();
    const later = [event(2, { ordering }), event(3), event(4, { ordering })];
    await accept([event(1, { ordering, dueAt }), ...later]);
    const cents = (delivered: unknown) =>
      z
        .array(z.tuple([z.string(), z.object({ data: z.object({ cents: z.number() }) })]))
        .parse(delivered)
        .map(([, { data }]) => data.cents);
    expect(cents(await deliver())).toEqual([3]);
    api.clock.now += 60_000;
    expect(cents(await deliver())).toEqual([3, 1, 2, 4]);
    // Once the key is free, later events are sent.
    await accept([event(5, { ordering })]);
    expect(cents(await deliver())).toEqual([3, 1, 2, 4, 5]);
    const { items } = await platform().deliveries.listDeliveries({ tenant: installationId, limit: 10 });
    expect(items.flatMap(({ ordering: own }) => own ?? [])).toEqual([ordering, ordering, ordering, ordering]);
  });

  it("stay in order after a crash before the next one was released", async () => {
    const { subscribe, accept, deliver } = await setUp();
    await subscribe("all");
    const [first] = await accept([event(1, { ordering: { key: "inv_1", onFailure: "skip" } })]);
    const { db } = platform();
    await db.updateTable("events").set({ held_back: 1 }).where("id", "=", String(first?.id)).execute();
    expect(await deliver()).toEqual([]);
    api.clock.now += 60_000;
    expect(await deliver()).toMatchObject([["all", { data: { cents: 1 } }]]);
  });

  it("are not sent after they expire", async () => {
    const { subscribe, accept, deliver, installationId } = await setUp();
    await subscribe("all");
    const expiresAt = new Date(api.clock.now + 1000).toISOString();
    await accept([event(1, { expiresAt }), event(2)]);
    api.clock.now += 2000;
    expect(await deliver()).toMatchObject([["all", { data: { cents: 2 } }]]);
    const { items } = await platform().deliveries.listDeliveries({
      tenant: installationId,
      states: ["failed"],
    });
    expect(items).toMatchObject([{ failureReason: "expired" }]);
  });

  it("reach only the organization's integrations that may read them", async () => {
    const mine = await setUp();
    const other = await setUp();
    const blind = await setUp("scopes: [space:content:read]");
    for (const { subscribe } of [mine, other, blind]) await subscribe("all");
    await mine.accept([event(1)]);
    await blind.accept([event(1)]);
    expect(await mine.deliver()).toHaveLength(1);
    expect(await other.deliver()).toEqual([]);
    expect(await blind.deliver()).toEqual([]);
  });

  it("can be emitted by developers and managers, and their types read by all members and the portal", async () => {
    const { organizationId, params } = await setUp();
    const as = (role: "admin" | "editor" | "operator" | "reader") => person(role, { [organizationId]: role });
    const portal = {
      type: "portal",
      id: "pse_1",
      organization: organizationId,
      readOnly: false,
      theme: {},
      expiresAt: 0,
    } as const;
    const body = { events: [event(1)] };
    const statuses = async (route: typeof routes.emitCustomEvents | typeof routes.listCustomEventTypes) =>
      await Promise.all(
        [as("admin"), as("editor"), as("operator"), as("reader"), portal].map(
          async (caller) =>
            (await call(caller, route, { params, body: route.method === "POST" ? body : undefined })).status,
        ),
      );
    expect(await statuses(routes.emitCustomEvents)).toEqual([202, 403, 403, 403, 403]);
    expect(await statuses(routes.listCustomEventTypes)).toEqual([200, 200, 200, 200, 200]);
  });

  it("have types that are defined once, changed, archived and restored", async () => {
    const { token, params, subscribe } = await setUp();
    const { installationId, endpointId } = await subscribe("all");
    const of = (customEventType: string) => ({ ...params, customEventType });
    const create = (body: object) => call(token, routes.createCustomEventType, { params, body });
    expect((await create(paid)).status).toBe(409);
    expect((await create({ type: "invoice.due", summary: "An invoice is due" })).status).toBe(201);
    expect((await create({ type: "invoice", summary: "No dot" })).status).toBe(400);
    expect((await call(token, routes.getCustomEventType, { params: of("invoice.lost") })).status).toBe(404);
    const changed = await succeed(token, routes.updateCustomEventType, {
      params: of(paid.type),
      body: { version: "2", schema: null, example: null, archived: true },
    });
    expect(changed).toMatchObject({
      type: paid.type,
      version: "2",
      summary: paid.summary,
      archivedAt: expect.any(String),
    });
    expect(Object.keys(changed)).not.toContain("schema");
    const page = listSchema.parse(
      await succeed(token, routes.listCustomEventTypes, { params, query: { limit: "1" } }),
    );
    expect([page.items.map(({ type }) => type), page.next]).toEqual([["invoice.due"], "invoice.due"]);
    // Existing subscriptions stay, but new ones are rejected.
    const change = (eventTypes: readonly string[]) =>
      call(token, routes.updateWebhookEndpoint, {
        params: { installationId, endpointId },
        body: { eventTypes },
      });
    expect((await change([paid.type, "invoice.due"])).status).toBe(200);
    expect((await change(["invoice.due"])).status).toBe(200);
    const refused = await change([paid.type]);
    expect([refused.status, refused.body]).toMatchObject([400, { problems: [{ path: "eventTypes" }] }]);
    await succeed(token, routes.updateCustomEventType, { params: of(paid.type), body: { archived: false } });
    expect((await change([paid.type])).status).toBe(200);
  });

  it("never exceed the limit of types under concurrent requests", async () => {
    const { organizationId, params, token } = await setUp();
    const { db } = platform();
    const columns = { summary: "Seeded", version: "1", created_at: 0, updated_at: 0 };
    const seeded = Array.from({ length: limits.customEventTypes - 2 }, (_, each) => ({
      ...columns,
      organization_id: organizationId,
      type: `seeded.t${each}`,
    }));
    for (let from = 0; from < seeded.length; from += 200)
      await db
        .insertInto("custom_event_types")
        .values(seeded.slice(from, from + 200))
        .execute();
    const define = (type: string) =>
      call(token, routes.createCustomEventType, { params, body: { type, summary: "One more" } });
    const statuses = (await Promise.all(["a.a", "b.b", "c.c", "d.d"].map(define))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409]);
  });

  it("can be tested with the example of their type", async () => {
    const { token, subscribe, deliver } = await setUp();
    const params = await subscribe("all");
    await succeed(token, routes.sendTestEvent, { params, body: { type: paid.type } });
    const family = await subscribe("family", { eventTypes: ["invoice.*"] });
    await succeed(token, routes.sendTestEvent, { params: family, body: {} });
    const received = { type: paid.type, data: paid.example };
    expect(await deliver()).toMatchObject([
      ["all", received],
      ["family", received],
    ]);
    const none = await subscribe("none", { eventTypes: ["refund.*"] });
    expect((await call(token, routes.sendTestEvent, { params: none, body: {} })).status).toBe(400);
  });

  it("can be replayed to an endpoint, including those from before it existed", async () => {
    const { subscribe, accept, deliver, token } = await setUp();
    const other = await setUp();
    await subscribe("first");
    const since = new Date(api.clock.now).toISOString();
    await accept([event(1), event(2, { channels: ["eu"] }), event(3, { channels: ["eu"] })]);
    await other.accept([event(4, { channels: ["eu"] })]);
    expect(await deliver()).toHaveLength(3);
    const params = await subscribe("late", { channels: ["eu"] });
    const replay = (body: object) =>
      succeed(token, routes.replayEvents, { params, body: { since, ...body } });
    expect(await replay({})).toEqual({ replayed: 2 });
    const late = async () =>
      (await deliver())
        .filter(([path]) => path === "late")
        .map(([, body]) => Reflect.get(Object(body), "data"));
    expect(await late()).toMatchObject([{ cents: 2 }, { cents: 3 }]);
    expect(await replay({ eventTypes: ["invoice.*"] })).toEqual({ replayed: 2 });
    expect(await late()).toHaveLength(4);
    expect(await deliver()).toHaveLength(7);
    expect(await replay({ eventTypes: ["refund.*"] })).toEqual({ replayed: 0 });
    expect(await replay({ before: since })).toEqual({ replayed: 0 });
    await platform().deliveries.deleteEndpoint(params.endpointId);
    expect((await call(token, routes.replayEvents, { params, body: { since } })).status).toBe(404);
  });

  it("have channels that endpoints can be found by, and that can be removed", async () => {
    const { token, subscribe, installationId } = await setUp();
    const { endpointId } = await subscribe("seven", { channels: ["project-7"] });
    await subscribe("all");
    const named = async (channel: string) => {
      const body = await succeed(token, routes.listWebhookEndpoints, {
        params: { installationId },
        query: { channel },
      });
      return z
        .object({ items: z.array(z.object({ id: z.string(), channels: z.array(z.string()) })) })
        .parse(body).items;
    };
    expect(await named("project-7")).toEqual([{ id: endpointId, channels: ["project-7"] }]);
    expect(await named("project-8")).toEqual([]);
    const update = (channels: unknown) =>
      call(token, routes.updateWebhookEndpoint, {
        params: { installationId, endpointId },
        body: { channels },
      });
    for (const wrong of [
      [],
      ["two words"],
      ["x".repeat(129)],
      Array.from({ length: 101 }, (_, each) => `c${each}`),
    ])
      expect((await update(wrong)).status).toBe(400);
    expect((await update(["project-8"])).body).toMatchObject({ channels: ["project-8"] });
    expect(JSON.stringify((await update(null)).body)).not.toContain("channels");
  });
});
