import { createServer } from "node:http";
import { once } from "node:events";
import { createMCPClient, experimental_createMCPEventWebhook as createMCPEventWebhook } from "@ai-sdk/mcp";
import {
  createApiKey,
  createCustomEventType,
  emitCustomEvents,
  endAgentSubscription,
  listAgentSubscriptions,
  revokeApiKey,
} from "@plugboard/api/routes";
import { createIntegration } from "@plugboard/runtime";
import { atNight } from "@plugboard/test-postgres";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod";
import { startEventReceiver } from "../fixtures/event-receiver.fixture.ts";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";

const keySchema = z.object({ id: z.string(), token: z.string() });
const resultSchema = z.object({ result: z.looseObject({}) });
const errorSchema = z.object({
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
});
const name = "billing__invoice.paid";
const soon = { timeout: 15_000, interval: 50 };

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)("events for agents on %s", (kind) => {
  const { server, succeed, seeded, publish, install, errors } = setUpServer(kind);
  let key = { id: "", token: "" };
  const createKey = async (grant: object) =>
    keySchema.parse(
      await succeed(createApiKey, {
        params: { organizationId: seeded().organization },
        body: { name: "Agent", ...grant },
      }),
    );
  const urlOf = (suffix = "") => `${server().urls.console}/mcp/${seeded().organization}${suffix}`;
  const meta = (extension: boolean) => ({
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": extension
      ? { extensions: { "io.modelcontextprotocol/events": {} } }
      : {},
  });
  const send = async (
    method: string,
    params: object,
    { token = key.token, extension = true, path = "" } = {},
  ): Promise<unknown> => {
    const response = await fetch(urlOf(path), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta(extension) } }),
    });
    return await response.json();
  };
  const request = async (...call: Parameters<typeof send>) => {
    const body = await send(...call);
    const parsed = resultSchema.safeParse(body);
    if (!parsed.success) throw new Error(JSON.stringify(body));
    return parsed.data.result;
  };
  const refusal = async (...call: Parameters<typeof send>) => errorSchema.parse(await send(...call)).error;
  const emit = async (...ids: readonly string[]) => {
    const events = ids.map((id) => ({ type: "invoice.paid", data: { invoiceId: id, country: "de" } }));
    await succeed(emitCustomEvents, { params: { organizationId: seeded().organization }, body: { events } });
  };
  const subscriptionTo = (
    { url, secret }: { readonly url: string; readonly secret: string },
    more: object = {},
  ) => ({
    name,
    arguments: {},
    delivery: { mode: "webhook", url, secret },
    ...more,
  });

  beforeAll(async () => {
    await publish(
      "billing",
      createIntegration({}),
      "scopes: [organization:events:read, agent:events:read, agent:tools:read]",
    );
    await install("billing");
    await succeed(createCustomEventType, {
      params: { organizationId: seeded().organization },
      body: {
        type: "invoice.paid",
        summary: "An invoice was paid in full",
        schema: {
          type: "object",
          properties: { invoiceId: { type: "string" }, country: { type: "string" } },
        },
      },
    });
    key = await createKey({ scopes: ["agent:events:read", "agent:tools:read"] });
  });

  it("lists events with their schemas", async () => {
    expect(await request("events/list", {})).toMatchObject({
      resultType: "complete",
      events: [
        {
          name,
          description: "An invoice was paid in full",
          delivery: ["webhook", "poll"],
          inputSchema: {
            properties: { invoiceId: { type: "string" }, country: { type: "string" } },
            additionalProperties: false,
          },
          payloadSchema: { type: "object" },
        },
      ],
    });
  });

  it("sends signed events to a subscription", async () => {
    const receiver = await startEventReceiver();
    const first = await request(
      "events/subscribe",
      subscriptionTo(receiver, { arguments: { country: "de" } }),
    );
    expect(first).toMatchObject({ id: expect.stringMatching(/^sub_/), truncated: false });
    await emit("one");
    await vi.waitFor(() => expect(receiver.messages).toHaveLength(1), soon);
    const [{ headers, body } = { headers: {}, body: {} }] = receiver.messages;
    expect(body).toEqual({
      eventId: headers["webhook-id"],
      name,
      timestamp: expect.stringMatching(/Z$/),
      data: { invoiceId: "one", country: "de" },
      cursor: expect.any(String),
    });
    expect(headers["x-mcp-subscription-id"]).toBe(first["id"]);
    const again = await request(
      "events/subscribe",
      subscriptionTo(receiver, { arguments: { country: "de" } }),
    );
    expect(again).toMatchObject({ id: first["id"], deliveryStatus: { active: true, lastError: null } });
    expect(receiver.challenges()).toBe(1);
    expect(errors).toEqual([]);
  });

  it("replays missed events to a new subscription after the old one has ended", async () => {
    const [receiver, other] = [await startEventReceiver(), await startEventReceiver()];
    const { cursor } = await request("events/subscribe", subscriptionTo(receiver));
    await request("events/subscribe", subscriptionTo(other));
    const { delivery } = subscriptionTo(receiver);
    expect(await request("events/unsubscribe", { name, arguments: {}, delivery })).toMatchObject({
      resultType: "complete",
    });
    await request("events/unsubscribe", { name: "billing__nothing", arguments: {}, delivery });
    await emit("missed");
    await vi.waitFor(() => expect(other.messages).toHaveLength(1), soon);
    expect(receiver.messages).toEqual([]);
    await request("events/subscribe", subscriptionTo(receiver, { cursor, maxAgeMs: 600_000 }));
    // Events of the last second before the cursor can be among them.
    await vi.waitFor(
      () => expect(receiver.messages.map(({ body }) => Object(body["data"]).invoiceId)).toContain("missed"),
      soon,
    );
  });

  it("signs with both secrets after a change", async () => {
    const receiver = await startEventReceiver();
    await request("events/subscribe", subscriptionTo(receiver));
    const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
    await request("events/subscribe", subscriptionTo({ url: receiver.url, secret }));
    await emit("both");
    await vi.waitFor(() => expect(receiver.messages).toHaveLength(1), soon);
    expect(String(receiver.messages[0]?.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  });

  it("drops only the event that a callback answers with 410, and retries 425", async () => {
    const receiver = await startEventReceiver();
    await request("events/subscribe", subscriptionTo(receiver));
    receiver.statuses.push(410);
    await emit("unwanted");
    await vi.waitFor(() => expect(receiver.messages).toHaveLength(1), soon);
    receiver.statuses.push(425);
    await emit("wanted");
    await vi.waitFor(
      () =>
        expect(receiver.messages.map(({ body }) => body["data"])).toMatchObject([
          { invoiceId: "unwanted" },
          { invoiceId: "wanted" },
          { invoiceId: "wanted" },
        ]),
      soon,
    );
    expect(await request("events/subscribe", subscriptionTo(receiver))).toMatchObject({
      deliveryStatus: { active: true, lastError: null },
    });
  });

  it("returns events to polls", async () => {
    const filter = { name, arguments: { invoiceId: "polled" } };
    const start = await request("events/poll", { ...filter, cursor: null });
    expect(start).toMatchObject({ events: [], truncated: false, hasMore: false });
    await emit("other", "polled");
    await vi.waitFor(async () => {
      const { events, cursor } = await request("events/poll", { ...filter, cursor: start["cursor"] });
      expect(events).toMatchObject([{ name, data: { invoiceId: "polled" } }]);
      expect(await request("events/poll", { ...filter, cursor })).toMatchObject({ events: [] });
    }, soon);
    expect(await request("events/poll", { ...filter, cursor: start["cursor"], maxAgeMs: 0 })).toMatchObject({
      truncated: true,
    });
    expect(await refusal("events/poll", { ...filter, cursor: `${String(start["cursor"])}x` })).toMatchObject({
      code: -32_602,
    });
  });

  it("rejects wrong requests with the errors of the protocol", async () => {
    const receiver = await startEventReceiver();
    const silent = await startEventReceiver(false);
    const subscribeTo = async (changes: object, extension = true) => {
      const { code, data } = await refusal(
        "events/subscribe",
        { ...subscriptionTo(receiver), ...changes },
        { extension },
      );
      return { code, data };
    };
    const { delivery } = subscriptionTo(receiver);
    const invalid = expect.objectContaining({ code: -32_602 });
    expect(await subscribeTo({ name: "billing__nothing" })).toEqual({
      code: -32_023,
      data: { kind: "event" },
    });
    expect(await subscribeTo({ name: "billing__nothing" }, false)).toMatchObject({ code: -32_011 });
    expect(await subscribeTo({ arguments: { country: 7 } })).toEqual(invalid);
    expect(await subscribeTo({ arguments: { nothing: "x" } })).toEqual(invalid);
    expect(await subscribeTo({ delivery: { ...delivery, secret: "whsec_AAAA" } })).toEqual(invalid);
    expect(await subscribeTo({ delivery: { ...delivery, url: "http://10.0.0.1/events" } })).toEqual(invalid);
    expect(await subscribeTo({ cursor: "1-1.forged" })).toEqual(invalid);
    expect(await subscribeTo({ delivery: { ...delivery, mode: "push" } })).toEqual({
      code: -32_026,
      data: { feature: "deliveryMode", value: "push" },
    });
    const callback = { delivery: { ...delivery, url: silent.url, secret: silent.secret } };
    const failed = { data: { reason: "challenge_failed" } };
    expect(await subscribeTo(callback)).toEqual({ code: -32_027, ...failed });
    expect(await subscribeTo(callback, false)).toEqual({ code: -32_015, ...failed });
    expect(receiver.challenges()).toBe(0);
  });

  it("limits the subscriptions to a URL", async () => {
    const receiver = await startEventReceiver();
    for (let index = 0; index < 20; index += 1)
      await request("events/subscribe", subscriptionTo(receiver, { arguments: { invoiceId: `n${index}` } }));
    expect(await refusal("events/subscribe", subscriptionTo(receiver))).toMatchObject({
      code: -32_025,
      data: { limit: "subscriptionsPerUrl", max: 20 },
    });
    expect(receiver.challenges()).toBe(1);
  });

  it("sends nothing after the key was revoked, or an administrator ended the subscription", async () => {
    const [revoked, ended, kept] = [
      await startEventReceiver(),
      await startEventReceiver(),
      await startEventReceiver(),
    ];
    const params = { organizationId: seeded().organization };
    const other = await createKey({ scopes: ["agent:events:read", "agent:tools:read"] });
    // With the extension, their callbacks would be told about the end.
    const extension = false;
    await request("events/subscribe", subscriptionTo(revoked), { token: other.token, extension });
    const { id } = await request("events/subscribe", subscriptionTo(ended), { extension });
    await request("events/subscribe", subscriptionTo(kept), { extension });
    expect(JSON.stringify(await succeed(listAgentSubscriptions, { params }))).toContain(String(id));
    await succeed(revokeApiKey, { params: { ...params, keyId: other.id } });
    await succeed(endAgentSubscription, { params: { ...params, subscriptionId: String(id) } });
    await emit("after");
    await vi.waitFor(() => expect(kept.messages).toHaveLength(1), soon);
    await emit("later");
    await vi.waitFor(() => expect(kept.messages).toHaveLength(2), soon);
    expect([revoked.messages, ended.messages]).toEqual([[], []]);
  });

  it("needs its own scope", async () => {
    const tools = await createKey({ scopes: ["agent:tools:read"] });
    expect(await refusal("events/list", {}, { token: tools.token })).toMatchObject({ code: -32_024 });
  });

  it("serves the AI SDK", async () => {
    const store = createEventStore();
    const received: unknown[] = [];
    const webhook = createMCPEventWebhook({
      store,
      onEvent: async ({ event }) => {
        received.push(event);
      },
    });
    const host = createServer((incoming, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
        const answer = await webhook(
          new Request(`http://${incoming.headers.host}${incoming.url}`, {
            method: "POST",
            headers: Object.entries(incoming.headers).map(([header, value]) => [header, String(value)]),
            body: Buffer.concat(chunks),
          }),
        );
        response.writeHead(answer.status).end(await answer.text());
      })();
    });
    host.listen(0, "127.0.0.1");
    await once(host, "listening");
    onTestFinished(() => {
      host.closeAllConnections();
      host.close();
    });
    const address = host.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const client = await createMCPClient({
      transport: { type: "http", url: urlOf(), headers: { authorization: `Bearer ${key.token}` } },
      experimental_events: { store },
    });
    onTestFinished(() => client.close());
    await client.experimental_events.subscribe({
      name,
      arguments: { country: "de" },
      delivery: { mode: "webhook", url: `http://127.0.0.1:${port}/`, allowInsecureLocalhost: true },
    });
    await emit("sdk");
    await vi.waitFor(() => expect(received).toMatchObject([{ data: { invoiceId: "sdk" } }]), soon);
  });
});

type EventStore = Parameters<typeof createMCPEventWebhook>[0]["store"];

/** Creates a store of the AI SDK in memory. */
function createEventStore(): EventStore {
  const subscriptions = new Map<string, Awaited<ReturnType<EventStore["get"]>>>();
  return {
    get: async (id) => subscriptions.get(id),
    set: async (subscription) => {
      subscriptions.set(subscription.key, subscription);
    },
    update: async (id, changes) => {
      const known = subscriptions.get(id);
      if (known !== undefined) subscriptions.set(id, { ...known, ...changes });
    },
    delete: async (id) => {
      subscriptions.delete(id);
    },
  } as EventStore;
}
