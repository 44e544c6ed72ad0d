import {
  createCustomEventType,
  emitCustomEvents,
  endAgentSubscription,
  listAgentSubscriptions,
  removeMember,
  requestSupportAccess,
  updateMember,
} from "@plugboard/api/routes";
import { createIntegration } from "@plugboard/runtime";
import { atNight } from "@plugboard/test-postgres";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import type { AccountClient } from "../fixtures/account-client.fixture.ts";
import { type EventReceiver, startEventReceiver } from "../fixtures/event-receiver.fixture.ts";
import { idSchema, otherClientId, setUpAgents } from "../fixtures/set-up-agents.fixture.ts";

const resultSchema = z.object({ result: z.looseObject({ id: z.string() }) });
const listSchema = z.object({ items: z.array(z.looseObject({ id: z.string() })) });
const name = "billing__invoice.paid";
const soon = { timeout: 15_000, interval: 50 };
const terminated = {
  type: "terminated",
  error: { code: -32_024, message: "Forbidden", data: { reason: "Access revoked" } },
};

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)(
  "subscriptions of connected agents on %s",
  (kind) => {
    const { seeded, succeed, publish, install, ada, createEditor, connect, post, agentsOf, errors } =
      setUpAgents(kind);
    const params = () => ({ organizationId: seeded().organization });
    const send = async (token: string, method: string, sent: object, extension = true): Promise<unknown> => {
      const meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": extension
          ? { extensions: { "io.modelcontextprotocol/events": {} } }
          : {},
      };
      const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method };
      const message = { method, params: { ...sent, _meta: meta } };
      return await (await post(token, message, undefined, headers)).json();
    };
    const subscribe = async (
      token: string,
      { url, secret }: EventReceiver,
      { extension = true, ...more }: Readonly<Record<string, unknown>> & { extension?: boolean } = {},
    ): Promise<unknown> => {
      const delivery = { mode: "webhook", url, secret };
      return await send(token, "events/subscribe", { name, arguments: {}, delivery, ...more }, extension);
    };
    const idOf = (subscribed: unknown) => resultSchema.parse(subscribed).result.id;
    const emit = async (id: string) => {
      const events = [{ type: "invoice.paid", data: { invoiceId: id } }];
      await succeed(emitCustomEvents, { params: params(), body: { events } });
    };
    const listed = async () =>
      listSchema.parse(await succeed(listAgentSubscriptions, { params: params() })).items.map(({ id }) => id);
    const createAdmin = async (title: string) => {
      const { person, id: userId } = await createEditor(title);
      await succeed(updateMember, { params: { ...params(), userId }, body: { role: "admin" } });
      return { person, userId };
    };
    const disconnect = async (person: AccountClient) => {
      for (const { id, organization } of await agentsOf(person))
        if (idSchema.parse(organization).id === seeded().organization)
          expect((await person.post("/auth/agents/disconnect", { id })).status).toBe(200);
    };
    const bodiesOf = ({ messages }: EventReceiver) => messages.map(({ body }) => body);
    const invoicesOf = (receiver: EventReceiver) =>
      bodiesOf(receiver).map((body) => Object(body["data"]).invoiceId);

    beforeAll(async () => {
      await succeed(requestSupportAccess, { params: params(), body: { reason: "They asked for it." } });
      await publish(
        "billing",
        createIntegration({}),
        "scopes: [organization:events:read, agent:events:read, agent:tools:read]",
      );
      await install("billing");
      const schema = { type: "object", properties: { invoiceId: { type: "string" } } };
      const body = { type: "invoice.paid", summary: "An invoice was paid in full", schema };
      await succeed(createCustomEventType, { params: params(), body });
    });

    it("receive events, and keep their subscription over a new sign-in", async () => {
      const receiver = await startEventReceiver();
      const { access_token: token } = await connect(ada());
      const id = idOf(await subscribe(token, receiver));
      const { access_token: later } = await connect(ada());
      expect(await subscribe(later, receiver)).toMatchObject({
        result: { id, deliveryStatus: { active: true } },
      });
      await emit("first");
      await vi.waitFor(() => expect(invoicesOf(receiver)).toEqual(["first"]), soon);
      expect(receiver.messages[0]?.headers["x-mcp-subscription-id"]).toBe(id);
      expect(errors).toEqual([]);
    });

    it.each<[string, (agent: { person: AccountClient; userId: string }) => Promise<unknown>]>([
      ["the person disconnects the agent", async ({ person }) => await disconnect(person)],
      [
        "the person consents to less",
        async ({ person }) => await connect(person, { answer: { scope: "agent:tools:read offline_access" } }),
      ],
      [
        "the person leaves the organization",
        async ({ userId }) => await succeed(removeMember, { params: { ...params(), userId } }),
      ],
      ["the person signs out everywhere", async ({ person }) => await person.post("/auth/revoke-sessions")],
      ["the person deletes their account", async ({ person }) => await person.post("/auth/delete-user")],
    ])("end, and tell their callback once, when %s", { tags: ["night"] }, async (_change, change) => {
      const agent = await createAdmin("Grace");
      const [receiver, silent, kept] = [
        await startEventReceiver(),
        await startEventReceiver(),
        await startEventReceiver(),
      ];
      const { access_token: token } = await connect(agent.person);
      const { access_token: other } = await connect(ada(), { client: otherClientId });
      const ended = [
        idOf(await subscribe(token, receiver)),
        idOf(await subscribe(token, silent, { extension: false })),
      ];
      const keptId = idOf(await subscribe(other, kept));
      await change(agent);
      const ids = await listed();
      expect(ids).toContain(keptId);
      for (const id of ended) expect(ids).not.toContain(id);
      await emit("after");
      await vi.waitFor(() => expect(bodiesOf(receiver)).toEqual([terminated]), soon);
      await vi.waitFor(() => expect(invoicesOf(kept)).toEqual(["after"]), soon);
      await emit("later");
      await vi.waitFor(() => expect(invoicesOf(kept)).toEqual(["after", "later"]), soon);
      expect(bodiesOf(receiver)).toEqual([terminated]);
      expect(receiver.messages[0]?.headers).toMatchObject({
        "webhook-id": expect.stringMatching(/^msg_terminated_/),
        "x-mcp-subscription-id": ended[0],
      });
      expect(silent.messages).toEqual([]);
      expect(await subscribe(token, receiver)).not.toHaveProperty("result");
    });

    it("don't revive when the person connects the agent again", { tags: ["night"] }, async () => {
      const { person } = await createAdmin("Grace");
      const [receiver, kept] = [await startEventReceiver(), await startEventReceiver()];
      const { access_token: token } = await connect(person);
      idOf(await subscribe(token, receiver, { extension: false }));
      await disconnect(person);
      const { access_token: next } = await connect(person);
      idOf(await subscribe(next, kept));
      await emit("again");
      await vi.waitFor(() => expect(invoicesOf(kept)).toEqual(["again"]), soon);
      expect(receiver.messages).toEqual([]);
      expect(await subscribe(next, receiver)).not.toHaveProperty("result.deliveryStatus");
      await emit("back");
      await vi.waitFor(() => expect(invoicesOf(receiver)).toEqual(["back"]), soon);
    });

    it("can't receive events without the person's role", { tags: ["night"] }, async () => {
      const { person } = await createEditor("Lin");
      const { access_token: token } = await connect(person);
      expect(await subscribe(token, await startEventReceiver())).toMatchObject({ error: { code: -32_024 } });
    });

    it("end when the person loses the role", { tags: ["night"] }, async () => {
      const { person, userId } = await createAdmin("Grace");
      const receiver = await startEventReceiver();
      const { access_token: token } = await connect(person);
      idOf(await subscribe(token, receiver));
      await succeed(updateMember, { params: { ...params(), userId }, body: { role: "editor" } });
      await emit("unseen");
      await vi.waitFor(() => expect(bodiesOf(receiver)).toEqual([terminated]), soon);
    });

    it("tell their callback when an administrator ends them", { tags: ["night"] }, async () => {
      const receiver = await startEventReceiver();
      const { access_token: token } = await connect(ada());
      const subscriptionId = idOf(await subscribe(token, receiver));
      await succeed(endAgentSubscription, { params: { ...params(), subscriptionId } });
      await vi.waitFor(() => expect(bodiesOf(receiver)).toEqual([terminated]), soon);
      expect(await listed()).not.toContain(subscriptionId);
    });
  },
);
