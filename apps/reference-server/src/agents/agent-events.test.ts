import { createServer } from "node:http";
import { once } from "node:events";
import { createMCPClient, experimental_createMCPEventWebhook as createMCPEventWebhook } from "@ai-sdk/mcp";
import { createApiKey, createCustomEventType, emitCustomEvents } from "@plugboard/api/routes";
import { createIntegration } from "@plugboard/runtime";
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

describe.each(["SQLite", "PostgreSQL"] as const)("events for agents on %s", (kind) => {
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
    const events = ids.map((id) => ({ id, type: "invoice.paid", data: { invoiceId: id, country: "de" } }));
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
