import { createApiClient } from "@plugboard/api/client";
import {
  createApiKey,
  createCustomEventType,
  emitCustomEvents,
  installIntegration,
  listAgentSubscriptions,
  listOrganizations,
  publishIntegration,
  subscribeAgent,
} from "@plugboard/api/routes";
import { createIntegration } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { startPostgres } from "@plugboard/test-postgres";
import { generateSecret } from "@plugboard/webhook-signer";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { startEventReceiver } from "../../src/fixtures/event-receiver.fixture.ts";
import { startServerToKill } from "../../src/fixtures/server-to-kill.fixture.ts";
import { adminToken } from "../../src/fixtures/set-up-server.fixture.ts";

const strikes = 4;
const eventsOfAStrike = 20;
const patient = { timeout: 120_000, interval: 50 };
const name = "billing__invoice.paid";

it.each(["SQLite", "PostgreSQL"] as const)(
  "a subscription on %s loses no event when the server or the database is killed",
  { timeout: 600_000 },
  async (kind) => {
    const folder = await mkdtemp(join(tmpdir(), "agent-events-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const database = kind === "PostgreSQL" ? await startPostgres() : undefined;
    if (database !== undefined) onTestFinished(() => database.remove());
    const variables = {
      PLUGBOARD_DATA_DIR: folder,
      ...(database !== undefined && { DATABASE_URL: await database.createDatabase("agents") }),
    };
    let server = await startServerToKill(variables, "0");
    const api = createApiClient({ endpoint: `${server.url}/v1`, token: adminToken });
    const signingSecret = generateSecret();
    const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
    const host = await serve(createIntegration({}), { port: 0, hostname: "127.0.0.1", env });
    onTestFinished(() => host.close());
    const { items } = await api.call(listOrganizations);
    const organizationId = items[0]?.id ?? "";
    const params = { organizationId };
    const manifest = JSON.stringify({
      name: "billing",
      title: "Billing",
      description: "Reports invoices.",
      organization: "acme",
      visibility: "private",
      scopes: ["organization:events:read", "agent:events:read"],
    });
    const url = `http://127.0.0.1:${host.port}`;
    await api.call(publishIntegration, {
      params: { integration: "billing" },
      body: { manifest, url, signingSecret },
    });
    await api.call(installIntegration, {
      params: { integration: "billing" },
      body: { organization: organizationId },
    });
    await api.call(createCustomEventType, {
      params,
      body: { type: "invoice.paid", summary: "An invoice was paid", schema: { type: "object" } },
    });
    const { token } = await api.call(createApiKey, {
      params,
      body: { name: "Agent", scopes: ["agent:events:read"] },
    });
    const agent = createApiClient({ endpoint: `${server.url}/v1`, token });
    const receiver = await startEventReceiver();
    const subscribed = await agent.call(subscribeAgent, {
      params,
      body: { name, arguments: {}, url: receiver.url, secret: receiver.secret },
    });
    const received = () => new Set(receiver.messages.map(({ body }) => Object(body["data"]).invoiceId));

    const accepted: string[] = [];
    const emitting = new AbortController();
    const emit = async (): Promise<void> => {
      for (let index = 0; !emitting.signal.aborted; index += 1) {
        const id = `invoice ${index}`;
        const event = { type: "invoice.paid", data: { invoiceId: id } };
        // An event without a response may be lost.
        await api.call(emitCustomEvents, { params, body: { events: [event] } }).then(
          () => accepted.push(id),
          () => {},
        );
        await delay(10);
      }
    };
    const emission = emit();
    for (let strike = 0; strike < strikes; strike += 1) {
      const [before, arrived] = [accepted.length, received().size];
      await expect.poll(() => accepted.length, patient).toBeGreaterThan(before + eventsOfAStrike);
      await expect.poll(() => received().size, patient).toBeGreaterThan(arrived);
      if (database !== undefined && strike % 2 === 1) {
        await database.kill();
        await database.start();
        continue;
      }
      await server.kill();
      server = await startServerToKill(variables, new URL(server.url).port);
    }
    emitting.abort();
    await emission;
    expect(accepted.length).toBeGreaterThan(strikes * eventsOfAStrike);
    const lost = () => {
      const ids = received();
      return accepted.filter((id) => !ids.has(id));
    };
    await expect.poll(lost, { timeout: 240_000, interval: 500 }).toEqual([]);
    expect(new Set(receiver.messages.map(({ headers }) => headers["x-mcp-subscription-id"]))).toEqual(
      new Set([subscribed.id]),
    );
    const { items: subscriptions } = await api.call(listAgentSubscriptions, { params });
    expect(subscriptions.map(({ id }) => id)).toEqual([subscribed.id]);
    expect(receiver.challenges()).toBe(1);
  },
);
