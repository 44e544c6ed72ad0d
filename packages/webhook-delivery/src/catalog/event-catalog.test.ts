import { DatabaseSync } from "node:sqlite";
import { createTestDatabase } from "@plugboard/test-postgres";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { createPostgresDeliveryStore } from "../postgres.ts";
import { createSqliteDeliveryStore } from "../sqlite.ts";
import { createEventCatalog, type EventTypeDefinition } from "./event-catalog.ts";

const paid: EventTypeDefinition = {
  description: "An invoice was paid.",
  version: "2026-01",
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      amount: { $ref: "#/$defs/amount" },
      lines: { type: "array", prefixItems: [{ type: "string" }] },
    },
    required: ["amount"],
    unevaluatedProperties: false,
    $defs: { amount: { type: "integer", minimum: 1 } },
  },
  example: { amount: 5, lines: ["a", 1] },
};
const catalog = createEventCatalog({ "invoice.paid": paid, anything: { schema: true } });

test("lists its types with version, schema and example", () => {
  expect(catalog.types).toEqual([
    { name: "invoice.paid", ...paid },
    { name: "anything", version: "1", schema: true },
  ]);
});

test.each([
  ["invoice.paid", '{"amount":1}'],
  ["anything", "[]"],
])("accepts an event %s with the body %s", (type, body) => {
  expect(() => catalog.check({ id: "evt_1", type, body })).not.toThrow();
});

test.each([
  ["invoice.paid", '{"amount":0}', "#/amount"],
  ["invoice.paid", "{}", "amount"],
  ["invoice.paid", '{"amount":1,"extra":1}', "extra"],
  ["invoice.paid", '{"amount":1,"lines":[1]}', "#/lines/0"],
  ["invoice.paid", "{", "the body is not JSON"],
  ["invoice.sent", "{}", 'no type "invoice.sent"'],
  ["constructor", "{}", 'no type "constructor"'],
])("rejects an event %s with the body %s", (type, body, problem) => {
  expect(() => catalog.check({ id: "evt_1", type, body })).toThrow(
    expect.objectContaining({ code: "invalid_event", message: expect.stringContaining(problem) }),
  );
});

test.each<[string, EventTypeDefinition]>([
  ["the example of a does not match", { ...paid, example: { amount: "5" } }],
  ["the schema of a cannot be used", { schema: { $ref: "#/$defs/absent" } }],
  ["the schema of a cannot be used", { schema: { items: { anyOf: [{ pattern: "(" }] } } }],
  ["the schema of a cannot be used", { schema: { patternProperties: { "(": true } } }],
])("rejects a type: %s", (message, definition) => {
  expect(() => createEventCatalog({ a: definition })).toThrow(
    expect.objectContaining({ code: "invalid_option", message: expect.stringContaining(message) }),
  );
});

test("a store checks events before it accepts them, whichever method is called", async () => {
  const options = { checkEvent: catalog.check };
  const database = new DatabaseSync(":memory:");
  const sqlite = createSqliteDeliveryStore(database, options);
  const pool = new Pool({ connectionString: await createTestDatabase() });
  pool.on("error", () => {});
  const postgres = createPostgresDeliveryStore(pool, options);
  const event = { id: "evt_1", type: "invoice.paid", body: '{"amount":1}' };
  const wrong = { ...event, id: "evt_2", body: '{"amount":0}' };
  const refusal = { code: "invalid_event", message: expect.stringContaining("evt_2") };
  for (const store of [sqlite, postgres]) {
    await store.migrate();
    const { id } = await store.createEndpoint({
      url: "https://a.example",
      eventTypes: [event.type],
      secrets: [],
    });
    await expect(store.publish([event, wrong])).rejects.toMatchObject(refusal);
    await expect(store.enqueue([{ ...wrong, endpointIds: [id] }])).rejects.toMatchObject(refusal);
    expect((await store.publish([event]))[0]?.deliveries).toHaveLength(1);
    expect((await store.listDeliveries()).items).toHaveLength(1);
  }
  database.exec("BEGIN");
  expect(() => sqlite.publishInTransaction([wrong])).toThrow(expect.objectContaining(refusal));
  expect(() => sqlite.enqueueInTransaction([{ ...wrong, endpointIds: [] }])).toThrow(
    expect.objectContaining(refusal),
  );
  database.exec("ROLLBACK");
  await expect(postgres.publishInTransaction(pool, [wrong])).rejects.toMatchObject(refusal);
  await expect(postgres.enqueueInTransaction(pool, [{ ...wrong, endpointIds: [] }])).rejects.toMatchObject(
    refusal,
  );
  await postgres.close();
  await pool.end();
});
