import * as routes from "@plugboard/api/routes";
import { AttemptError, createWebhookSender, type Destination } from "@plugboard/webhook-delivery";
import { sql } from "kysely";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { withoutTenantScope } from "../../database/organization-scope.ts";
import { queryOf } from "../../fixtures/create-tenant.fixture.ts";
import { servedOperations } from "../../fixtures/served-operations.fixture.ts";
import { administrator, person, setUpApi } from "../../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../fixtures/set-up-storage.fixture.ts";

const marker = "planted";
const secret = `${marker} s3cret`;

/** A system that repeats its credentials wherever it can. */
const leakingQueue: Destination = {
  type: "queue",
  name: "Queue",
  url: { label: "Address", example: "queues://example.com" },
  fields: [
    { name: "topic", label: "Topic", isRequired: true },
    { name: "token", label: "Token", isRequired: true, isSecret: true },
  ],
  check: ({ url }) => new URL(url),
  addressOf: (_message, { settings }) => ({ topic: settings["topic"] ?? "" }),
  open: () => ({
    publish: async (_message, { settings, secrets }) => {
      const text = `queues://acme:${encodeURIComponent(secrets["token"] ?? "")}@example.com refused ${secrets["token"]}`;
      if (settings["topic"] === "throws") throw new TypeError(text);
      if (settings["topic"] === "fails") throw new AttemptError("connection_reset", text);
      return { status: 403, text };
    },
    close: async () => {},
  }),
};

const queue = {
  url: "queues://broker.example",
  eventTypes: ["space_content_updated"],
  destination: { type: "queue", settings: { topic: "refuses" }, secrets: { token: secret } },
};

describe.each(databaseKinds)("the secrets of a destination on %s", (kind) => {
  const api = setUpApi(kind, { webhooks: createWebhookSender({ destinations: [leakingQueue] }) });
  const { call, succeed, platform, clock } = api;

  /** The contents of SQLite's files, or PostgreSQL's rows. */
  async function readDatabase(): Promise<string> {
    const { folder, db } = api.storage();
    if (folder !== undefined) {
      const files = (await readdir(folder)).map((file) => readFile(join(folder, file), "latin1"));
      return (await Promise.all(files)).join("\n");
    }
    return await withoutTenantScope("deliveries", async () => {
      const tables = await sql<{ readonly name: string }>`
        select table_schema || '.' || table_name as name from information_schema.tables
        where table_schema in ('public', 'webhooks')`.execute(db);
      const rows = await Promise.all(
        tables.rows.map(({ name }) => sql`select to_json(t)::text from ${sql.table(name)} as t`.execute(db)),
      );
      return JSON.stringify(rows.map((table) => table.rows));
    });
  }

  it("are in no response, log or table", { timeout: 60_000 }, async () => {
    const written: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      const write = vi.spyOn(stream, "write");
      onTestFinished(() => write.mockRestore());
    }
    const { organizationId } = await api.createContent();
    const { name } = await api.publish(organizationId, "scopes: []");
    const owner = person("ada", { [organizationId]: "owner" });
    const installed = await succeed(owner, routes.installIntegration, {
      params: { integration: name },
      body: { organization: organizationId },
    });
    const params = { organizationId, integration: name, installationId: String(installed["id"]) };
    const texts: string[] = [];
    const note = async (...request: Parameters<typeof call>) => {
      const response = await call(...request);
      texts.push(`${request[1].id} ${response.status} ${response.text}`);
      return response;
    };
    const create = (body: object) => note(owner, routes.createWebhookEndpoint, { params, body });

    const topics = ["refuses", "fails", "throws"];
    const ids: string[] = [];
    for (const topic of topics) {
      const destination = { ...queue.destination, settings: { topic } };
      const { status, body } = await create({ ...queue, destination });
      expect(status).toBe(201);
      const endpointId = String(Object(body).id);
      const endpoint = { params: { ...params, endpointId } };
      await note(owner, routes.updateWebhookEndpoint, {
        ...endpoint,
        body: { destination: { secrets: { token: `${secret} 2` } } },
      });
      const test = await note(owner, routes.sendTestEvent, { ...endpoint, body: {} });
      expect(test.status).toBe(202);
      ids.push(endpointId, String(Object(test.body).deliveryId));
    }
    // Mistakes that an error could repeat.
    const { settings } = queue.destination;
    for (const [body, status] of [
      [{ ...queue, destination: { ...queue.destination, settings: { ...settings, token: secret } } }, 400],
      [
        { ...queue, destination: { ...queue.destination, secrets: { [marker]: secret, token: secret } } },
        400,
      ],
      [{ ...queue, destination: { ...queue.destination, secrets: { token: secret.padEnd(5_000) } } }, 400],
      [{ ...queue, destination: { ...queue.destination, secrets: { token: [secret] } } }, 400],
      [{ ...queue, destination: { ...queue.destination, secrets: secret } }, 400],
      [{ ...queue, url: "queues://127.0.0.1" }, 400],
    ] as const)
      expect(await create(body)).toMatchObject({ status });
    for (let rounds = 0; rounds < 20 && (await platform().runDue()) > 0; rounds += 1) clock.now += 60_000;

    for (const [index] of topics.entries()) {
      const [endpointId = "", deliveryId = ""] = ids.slice(2 * index);
      const attempts = await note(owner, routes.listDeliveryAttempts, { params: { ...params, deliveryId } });
      expect(attempts.text).toContain("[redacted]");
      if (index === 0)
        for (const caller of [administrator, owner])
          for (const operation of servedOperations.filter(({ method }) => method === "GET"))
            await note(caller, operation, {
              params: { ...params, endpointId, deliveryId },
              query: queryOf(operation),
            });
    }
    for (let next: unknown; ; ) {
      const query = typeof next === "string" ? { cursor: next } : {};
      const { body } = await note(owner, routes.listOrganizationExport, { params, query });
      ({ next } = Object(body));
      if (next === undefined) break;
    }
    await platform().logs.flush();
    const listed = texts.filter((text) => text.includes(ids[0] ?? "-"));
    const calls = listed.map((text) => text.split(" ", 1)[0]);
    expect(calls).toEqual(
      expect.arrayContaining(["listWebhookEndpoints", "listAuditEntries", "listOrganizationExport"]),
    );
    // The name of an unknown field is repeated, its value isn't.
    const leaks = texts.filter((text) => text.replaceAll(`secrets.${marker}`, "").includes(marker));
    expect(leaks).toEqual([]);
    expect(JSON.stringify(api.errors)).not.toContain(marker);
    expect(api.errors.map(String).join("\n")).not.toContain(marker);
    expect(written.join("")).not.toContain(marker);
    const stored = await readDatabase();
    expect(stored.includes(ids[0] ?? "-")).toBe(true);
    expect(stored.includes(marker)).toBe(false);
  });
});
