import { DatabaseSync } from "node:sqlite";
import { createTestDatabase } from "@plugboard/test-postgres";
import { Pool } from "pg";
import { expect, test, vi } from "vitest";
import type { ClaimedDelivery } from "./store/delivery-queue.ts";
import type { DeliveryStore } from "./store/delivery-store.ts";
import { createPostgresDeliveryStore } from "./postgres.ts";
import { createSqliteDeliveryStore } from "./sqlite.ts";
import {
  addEndpoint,
  addEvents,
  claim,
  exhaustion,
  manyIds,
  record,
  retryAt,
  success,
} from "./testing/kit/store-kit.ts";
import { createTestClock, type TestClock } from "./testing/kit/test-clock.ts";

// Asserts that no statement of a store scans a growing table, with current statistics or with those of empty
// tables.

const growing = "deliveries events attempts turns endpoints endpoint_hours".split(" ");
const day = 86_400_000;

/** Calls every store function that runs its own statements. */
async function useEverything(store: DeliveryStore, clock: TestClock): Promise<void> {
  const tenant = "t3";
  const { id } = await addEndpoint(store, { tenant, rateLimit: { perSecond: 1, burst: 1 } });
  const other = await addEndpoint(store, { tenant, maxConcurrency: 2 });
  await addEvents(store, id, manyIds("limited", 3));
  await addEvents(store, other.id, manyIds("ordered", 4), { ordering: { key: "k", onFailure: "skip" } });
  await addEvents(store, "e5", ["later"], { dueAt: clock.now() + 1 });
  clock.advance(2);
  const leaseId = await store.openLease(30_000);
  const { deliveries, cursor } = await claim(store, { leaseId, limit: 60 });
  await record(store, clock, deliveries.slice(0, 20), success);
  await record(store, clock, deliveries.slice(20, 30), exhaustion);
  await record(store, clock, deliveries.slice(30, 40), retryAt(clock.now()));
  await store.giveBack(deliveries.slice(40, 50));
  await store.renewLease(leaseId, 30_000);
  await claim(store, { leaseId, limit: 60, cursor, boundOf: () => 5 });
  await store.leasePosition(leaseId);
  await store.countInFlight([tenant, "t4"]);
  await store.closeLease(leaseId);
  await store.openLease(1);
  clock.advance(2);
  await store.takeOverExpiredLeases();
  const [failed] = (await store.listDeliveries({ states: ["failed"] })).items;
  await store.resend(failed?.id ?? "");
  await store.cancelDelivery(failed?.id ?? "");
  await store.startRecovery({ endpointId: failed?.endpointId ?? "", failedSince: 0 });
  await store.advanceRecoveries();
  await store.listRecoveries("e5");
  await store.getEvent({ tenant: "t0", id: "scheduled1" });
  await store.listAttempts(deliveries[0]?.id ?? "");
  await store.endpointStatistics("e5", { since: 0 });
  for (const states of [undefined, ["failed"], ["delivered"], ["scheduled", "waiting", "sending"]] as const) {
    for (const query of [{}, { endpointId: "e5" }, { tenant }, { eventId: "scheduled7" }]) {
      await store.listDeliveries({ ...query, states });
      await store.listDeliveries({ ...query, states, cursor: "9000-3" });
      await store.listDeliveries({ ...query, states, order: "oldest", cursor: "9000-3" });
    }
  }
  for (const states of [undefined, ["failed"]] as const)
    await store.listDeliveries({ endpointIds: ["e5"], eventTypes: ["type1"], states });
  for (const query of [
    {},
    { endpointId: "e5" },
    { endpointIds: ["e5"], eventTypes: ["type1"] },
    { tenants: [tenant] },
    { eventType: "type1" },
  ]) {
    await store.countDeliveries({ ...query, eventType: "type1", boundaries: [0, 100, clock.now()] });
    await store.countDeliveries({ ...query, boundaries: [0, 100, clock.now()] });
    await store.groupFailures({ ...query, lastStatus: 500, since: 0, before: clock.now() });
  }
  await store.oldestDue();
  await store.listEndpoints({ tenant, kind: "webhook" });
  await store.listEndpoints({ tenants: [tenant, "t4"], limit: 1000 });
  await store.listDeliveries({ lastStatus: 500 });
  await store.listDeliveries({ eventType: "none" });
  await store.listDeliveries({ eventType: "none", order: "oldest" });
  await store.listDeliveries({ order: "oldest", createdSince: 1, createdBefore: clock.now() });
  for (const query of [{}, { endpointId: "e5" }, { tenant }, { eventType: "type1" }])
    for (const order of ["newest", "oldest"] as const)
      await store.listDeliveries({ ...query, order, bodyText: "nowhere" });
  for (const query of [
    {},
    { endpointId: "e5" },
    { tenant },
    { tenants: [tenant], states: ["scheduled"] },
    { tenant, eventId: "scheduled7" },
  ] as const)
    for (const order of ["next_attempt", "attempts"] as const) {
      await store.listDeliveries({ ...query, order });
      await store.listDeliveries({ ...query, order, cursor: "9000-3" });
    }
  await store.listDeliveries({ createdBefore: 1 });
  await store.listDeliveries({ createdSince: clock.now() });
  for (const target of [{ tenant }, { endpointId: "e5" }]) {
    await store.setHold(target, "test");
    await claim(store);
    await store.clearHold(target, "test");
  }
  await store.enableEndpoint(id);
  const broken = await addEndpoint(store, { tenant: "t0" });
  await addEvents(store, broken.id, manyIds("failing", 4));
  let failing: readonly ClaimedDelivery[] = [];
  while (failing.length < 4) {
    const { deliveries: more } = await claim(store, { limit: 500 });
    failing = [...failing, ...more.filter(({ endpointId }) => endpointId === broken.id)];
  }
  await record(store, clock, failing, exhaustion);
  expect((await store.probeEndpoint(broken.id)).circuit.state).toBe("open");
  await store.updateEndpoint(id, { maxConcurrency: 4 });
  const { id: endpointId } = await store.createEndpoint({
    polling: true,
    eventTypes: [],
    secrets: [],
    options: { maxAgeMilliseconds: day },
  });
  await addEvents(store, endpointId, manyIds("polled", 4));
  const polled = await store.poll({ endpointId, limit: 2, waitMilliseconds: 1 });
  await store.acknowledge(endpointId, polled.cursor ?? "");
  await store.poll({ endpointId, cursor: polled.cursor });
  await addEvents(store, endpointId, ["overdue"], { expiresAt: 1 });
  await store.poll({ endpointId, cursor: polled.cursor, waitMilliseconds: 1 });
  await store.deleteEndpoint("e6");
  const kept = { deliveredMilliseconds: 30 * day, failedMilliseconds: 90 * day };
  for (let step = 0; step < 60; step += 1) await store.removeExpired(kept);
  await store.listNotices();
  await store.findUnseen();
}

/** 20,000 deliveries of 4,000 endpoints and 400 tenants, half of them due. */
function fill(prefix: string, numbers: (count: number) => string, yes: string, no: string): string[] {
  const many = 10_000;
  const of = (state: string, first: number, ready: string, finished: string) => [
    `INSERT INTO ${prefix}events (tenant, id, type, body, created_at)
     SELECT 't' || (((n - 1) % 4000) / 10), '${state}' || n, 'type' || (n % 10), '${"x".repeat(300)}', n FROM ${numbers(many)}`,
    `INSERT INTO ${prefix}deliveries (event, endpoint, state, ready, due_at, created_at, finished_at)
     SELECT ${first} + n, 1 + (n - 1) % 4000, '${state}', ${ready}, 1, n, ${finished} FROM ${numbers(many)}`,
  ];
  return [
    `INSERT INTO ${prefix}endpoints (id, tenant, fairness_group, event_types, encrypted, kind, metadata, status, created_at, updated_at)
     SELECT 'e' || n, 't' || ((n - 1) / 10), 'g' || ((n - 1) / 50), '[]', '{"url":"https://hooks.example.com","secrets":[]}', 'webhook', '{}', 'active', 1, 1
     FROM ${numbers(4000)}`,
    `INSERT INTO ${prefix}turns (endpoint, fairness_group, not_before) SELECT seq, fairness_group, 0 FROM ${prefix}endpoints`,
    ...of("delivered", 0, no, `${Date.UTC(2026, 0, 5)} + n`),
    ...of("scheduled", many, yes, "NULL"),
    `INSERT INTO ${prefix}attempts (delivery, number, result) SELECT n, 1, '{}' FROM ${numbers(many)}`,
    `INSERT INTO ${prefix}endpoint_hours (endpoint, hour, delivered, failed, attempts, attempt_milliseconds)
     SELECT 1 + n % 4000, CAST(n AS bigint) * 3600000, 1, 1, 1, 1 FROM ${numbers(many)}`,
  ];
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

const countsOfEndpoints = /^\s*WITH bounds\b[^]*AS own \(seq\)/;

function scansOf(node: PlanNode): string[] {
  const table = node["Relation Name"] ?? "";
  const own = node["Node Type"] === "Seq Scan" && growing.includes(table) ? [table] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

/** Returns the index reads that aren't limited to an endpoint, an event or a time. */
function readsOfOthers(node: PlanNode): string[] {
  const { "Index Name": index = "", "Index Cond": condition = "" } = node;
  const isOthers =
    /^(?:deliveries|events)_/.test(index) && !/\bendpoint\b|\bseq =|created_at/.test(condition);
  return [...(isOthers ? [`${index} ${condition}`] : []), ...(node.Plans ?? []).flatMap(readsOfOthers)];
}

/** The statements that clients ran, with the values of the last run. */
function statementsOf(calls: readonly (readonly unknown[])[]): Map<string, readonly unknown[]> {
  const statements = new Map<string, readonly unknown[]>();
  for (const [query, given] of calls) {
    const isNamed = typeof query === "object" && query !== null && "text" in query && "values" in query;
    const text = String(isNamed ? query.text : query);
    const values = isNamed ? query.values : given;
    if (/^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)/.test(text))
      statements.set(text, Array.isArray(values) ? values : []);
  }
  return statements;
}

test.for(["analyzed", "stale"])(
  "PostgreSQL scans no growing table with %s statistics",
  { timeout: 120_000 },
  async (statistics) => {
    const pool = new Pool({ connectionString: await createTestDatabase(), max: 4 });
    pool.on("error", () => {});
    const spies: { readonly mock: { readonly calls: readonly (readonly unknown[])[] } }[] = [];
    pool.on("connect", (client) => spies.push(vi.spyOn(client, "query")));
    const clock = createTestClock();
    const store = createPostgresDeliveryStore(pool, { now: clock.now });
    await store.migrate();
    for (const table of growing)
      await pool.query(`ALTER TABLE webhooks.${table} SET (autovacuum_enabled = false)`);
    await pool.query("ANALYZE");
    for (const sql of fill("webhooks.", (count) => `generate_series(1, ${count}) AS n`, "true", "false")) {
      await pool.query(sql);
    }
    if (statistics === "analyzed") await pool.query("ANALYZE");
    const before = spies.map(({ mock }) => mock.calls.length);
    await useEverything(store, clock);
    const statements = statementsOf(spies.flatMap(({ mock }, index) => mock.calls.slice(before[index] ?? 0)));
    expect(statements.size).toBeGreaterThan(40);
    const scans: string[] = [];
    for (const [text, values] of statements) {
      for (const plan of [
        await pool.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]),
        // The generic plan, which a prepared statement gets after a few runs.
        await pool.query({ text: `EXPLAIN (FORMAT JSON, GENERIC_PLAN) ${text}` }),
      ]) {
        const [row] = plan.rows;
        const { Plan } = row["QUERY PLAN"][0];
        const found = [...scansOf(Plan), ...(countsOfEndpoints.test(text) ? readsOfOthers(Plan) : [])];
        if (found.length > 0) scans.push(`${found.join(", ")}: ${text.trim().slice(0, 200)}`);
      }
    }
    expect(scans).toEqual([]);
    await store.close();
    await pool.end();
  },
);

test.for(["analyzed", "stale"])("SQLite scans no growing table with %s statistics", async (statistics) => {
  const database = new DatabaseSync(":memory:");
  const statements = new Set<string>();
  const prepare = database.prepare.bind(database);
  database.prepare = (sql: string) => {
    statements.add(sql);
    return prepare(sql);
  };
  const clock = createTestClock();
  const store = createSqliteDeliveryStore(database, { now: clock.now });
  await store.migrate();
  const numbers = (count: number): string =>
    `(WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter LIMIT ${count}) SELECT n FROM counter)`;
  for (const sql of fill("webhook_", numbers, "1", "0")) database.exec(sql);
  if (statistics === "analyzed") database.exec("ANALYZE");
  statements.clear();
  await useEverything(store, clock);
  expect(statements.size).toBeGreaterThan(40);
  // With a literal limit, each call would prepare the statement again.
  expect([...statements].filter((sql) => /LIMIT (?:\?|:\w+)(?![\w ]*\+ 0)/.test(sql))).toEqual([]);
  const scans = [...statements]
    .filter((sql) => /^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)/.test(sql))
    .flatMap((sql) =>
      prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail))
        // A partial index that only contains deliveries in flight or held back can be scanned.
        .filter(
          (detail) => /SCAN (webhook_|[dve]\b)/.test(detail) && !/_(sending|later|running)\b/.test(detail),
        )
        .filter((detail) => !/webhook_(leases|notices|recoveries|tenants)/.test(detail))
        .map((detail) => `${detail}: ${sql}`),
    );
  expect(scans).toEqual([]);
  database.close();
});
