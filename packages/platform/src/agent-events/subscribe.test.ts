import {
  createCustomEventType,
  deleteInstallation,
  emitCustomEvents,
  installIntegration,
  requestSupportAccess,
  subscribeAgent,
  updateCustomEventType,
} from "@plugboard/api/routes";
import type { WebhookRequest } from "@plugboard/webhook-delivery";
import { beforeEach, describe, expect, it } from "vitest";
import { createApiKey } from "../access/api-keys.ts";
import { readObject } from "../common/json.ts";
import { rejectingWebhooks } from "../fixtures/create-tenant.fixture.ts";
import { administrator, setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";

const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(databaseKinds)("subscriptions of agents on %s", (kind) => {
  /** Returns the status of the callback's response to an invoice. */
  let respond: (invoice: string) => number = () => 204;
  const requests: WebhookRequest[] = [];
  const api = setUpApi(kind, {
    hasOneClock: true,
    webhooks: {
      ...rejectingWebhooks,
      send: async (request) => {
        requests.push(request);
        const status = respond(invoiceOf(request));
        return { startedAt: api.clock.now, status, requestHeaders: {}, timings: { total: 1 } };
      },
      challenge: async () => ({
        isVerified: true,
        result: { startedAt: api.clock.now, status: 200, requestHeaders: {}, timings: { total: 1 } },
      }),
    },
  });
  beforeEach(() => {
    requests.length = 0;
    respond = () => 204;
  });

  async function setUp() {
    const { organizationId } = await api.createContent();
    const params = { organizationId };
    const { name } = await api.publish(
      organizationId,
      "scopes: [organization:events:read, agent:events:read]",
    );
    const body = { organization: organizationId };
    const { id: installationId } = await api.succeed(administrator, installIntegration, {
      params: { integration: name },
      body,
    });
    await api.succeed(administrator, requestSupportAccess, { params, body: { reason: "To test." } });
    const schema = { type: "object", properties: { invoice: { type: "string" } } };
    const type = { type: "invoice.paid", summary: "An invoice was paid", schema };
    await api.succeed(administrator, createCustomEventType, { params, body: type });
    const createKey = async () =>
      (await createApiKey(api.platform(), organizationId, { name: "Agent", scopes: ["agent:events:read"] }))
        .token;
    const token = await createKey();
    const subscription = {
      name: `${name}__invoice.paid`,
      arguments: {},
      url: `https://agent.example/${organizationId}`,
      secret,
    };
    const subscribe = async (more: object = {}) =>
      await api.succeed(token, subscribeAgent, { params, body: { ...subscription, ...more } });
    /** Subscribes with another callback. */
    const subscribeAnew = async (caller: string, url: string) =>
      await api.call(caller, subscribeAgent, { params, body: { ...subscription, url } });
    const emit = async (invoice: string) => {
      const events = [{ type: "invoice.paid", data: { invoice } }];
      await api.succeed(administrator, emitCustomEvents, { params, body: { events } });
    };
    const removeInstalled = async () =>
      await api.succeed(administrator, deleteInstallation, {
        params: { installationId: String(installationId) },
      });
    const archive = async () =>
      await api.succeed(administrator, updateCustomEventType, {
        params: { ...params, customEventType: "invoice.paid" },
        body: { archived: true },
      });
    // Other tests' subscriptions can still be sent events.
    const received = () => requests.filter(({ url }) => url === subscription.url);
    const invoices = () => received().map(invoiceOf);
    return { token, createKey, received, invoices, subscribe, subscribeAnew, emit, removeInstalled, archive };
  }

  /** Does the work that is due in the given time. */
  async function pass(milliseconds: number, step = 2 * minute): Promise<void> {
    const end = api.clock.now + milliseconds;
    for (;;) {
      while ((await api.platform().runDue()) > 0);
      if (api.clock.now >= end) return;
      api.clock.now = Math.min(end, api.clock.now + step);
    }
  }

  it("last a day, or as long as requested between five minutes and seven days", async () => {
    const { subscribe } = await setUp();
    for (const [request, lifetime] of [
      [{}, day],
      [{ ttlMs: 1 }, 5 * minute],
      [{ ttlMs: 7 * minute }, 7 * minute],
      [{ ttlMs: 365 * day }, 7 * day],
      [{ ttlMs: null }, 7 * day],
    ] as const)
      expect(await subscribe(request)).toMatchObject({
        refreshBefore: new Date(api.clock.now + lifetime).toISOString(),
      });
  });

  it("get an event again that the callback refused, and stay active if it always does", async () => {
    const { subscribe, emit, invoices } = await setUp();
    await subscribe();
    respond = (invoice) => (invoice === "refused" || invoices().length === 1 ? 404 : 204);
    await emit("late");
    await pass(4000);
    expect(invoices()).toEqual(["late", "late"]);
    await emit("refused");
    await pass(40 * minute);
    expect(invoices().filter((invoice) => invoice === "refused")).toHaveLength(11);
    await emit("next");
    await pass(0);
    expect(invoices().at(-1)).toBe("next");
    expect(await subscribe()).toMatchObject({ deliveryStatus: { active: true, lastError: null } });
  });

  it("verify 20 callbacks a minute for each subscriber", async () => {
    const { token, createKey, subscribeAnew } = await setUp();
    for (let index = 0; index < 20; index += 1)
      expect((await subscribeAnew(token, `https://host-${index}.example`)).status).toBe(200);
    expect(await subscribeAnew(token, "https://last.example")).toMatchObject({ status: 429 });
    expect((await subscribeAnew(await createKey(), "https://last.example")).status).toBe(200);
  });

  it("verify 60 callbacks of one host a minute", async () => {
    const { createKey, subscribeAnew } = await setUp();
    const callbacks = Array.from({ length: 60 }, (_, index) => `https://shared.example/${index}`);
    for (let index = 0; index < callbacks.length; index += 20) {
      const token = await createKey();
      for (const url of callbacks.slice(index, index + 20))
        expect((await subscribeAnew(token, url)).status).toBe(200);
    }
    const next = await createKey();
    expect(await subscribeAnew(next, "https://shared.example/next")).toMatchObject({
      status: 429,
      body: { detail: expect.stringContaining("at shared.example") },
    });
    expect((await subscribeAnew(next, "https://other.example")).status).toBe(200);
    api.clock.now += minute;
    expect((await subscribeAnew(next, "https://shared.example/next")).status).toBe(200);
  });

  const withoutEvent = { code: -32_023, message: "NotFound", data: { kind: "event" } };
  it.each<
    [
      string,
      (
        parts: { readonly [Name in "archive" | "removeInstalled"]: () => Promise<unknown> },
      ) => Promise<unknown>,
      object,
    ]
  >([
    ["the event type is archived", async ({ archive }) => await archive(), withoutEvent],
    ["the installation is removed", async ({ removeInstalled }) => await removeInstalled(), withoutEvent],
    [
      "they expire",
      async () => {
        api.clock.now += 5 * minute;
      },
      { code: -32_023, message: "NotFound", data: { kind: "subscription", reason: "Expired" } },
    ],
  ])("tell their callback once when %s", async (_change, change, error) => {
    const parts = await setUp();
    const { id } = await parts.subscribe({ ttlMs: 0, receivesControls: true });
    await parts.subscribe({ ttlMs: 0, arguments: { invoice: "other" } });
    await pass(0);
    await change(parts);
    await pass(2 * minute);
    expect(parts.received()).toMatchObject([
      {
        eventId: expect.stringMatching(/^msg_terminated_/),
        headers: { "X-MCP-Subscription-Id": id },
      },
    ]);
    expect(readObject(String(parts.received()[0]?.body))).toEqual({ type: "terminated", error });
  });

  it("wait for the agent after 15 minutes without success, and resume when it refreshes", async () => {
    const { subscribe, emit, invoices } = await setUp();
    await subscribe();
    respond = () => 500;
    await emit("first");
    await pass(20 * minute);
    const tried = invoices().length;
    await emit("second");
    await pass(10 * minute);
    expect(invoices()).toHaveLength(tried);
    respond = () => 204;
    expect(await subscribe()).toMatchObject({ deliveryStatus: { active: false, lastError: "http_5xx" } });
    await pass(2 * minute);
    expect(invoices().slice(tried).toSorted()).toEqual(["first", "second"]);
    expect(await subscribe()).toMatchObject({ deliveryStatus: { active: true, lastError: null } });
  });
});

function invoiceOf({ body }: Pick<WebhookRequest, "body">): string {
  return String(Object(readObject(String(body))["data"]).invoice);
}
