import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startPostgres } from "@plugboard/test-postgres";
import { defaultCircuitPolicy, type DeliveryStore } from "@plugboard/webhook-delivery";
import { createPostgresDeliveryStore } from "@plugboard/webhook-delivery/postgres";
import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
import { Pool } from "pg";
import { microsecondsBelow } from "./microseconds-below.ts";

/** The contents of a store before a measurement. */
export interface GrowthSize {
  /** Due deliveries. */
  readonly queued: number;
  readonly endpoints: number;
  /** Finished deliveries that are kept. */
  readonly history: number;
}

/** A store filled by SQL, far faster than through its own functions. */
export interface GrowthStore {
  readonly store: DeliveryStore;
  /**
   * Creates endpoints `e1`, `e2`, …, ten per tenant, with queued and kept deliveries spread evenly, then runs
   * `ANALYZE`.
   */
  fill(size: GrowthSize): Promise<void>;
  /**
   * Holds back all existing endpoints. In nine tenths of them, one third each is on hold, has an open
   * circuit, or is at its rate limit. The last tenth is on hold with a backlog that isn't measured.
   */
  keepBack(): Promise<void>;
  /** The CPU time of this process and the database so far (µs). */
  microseconds(): Promise<number>;
  close(): Promise<void>;
}

const longAgo = Date.now() - 86_400_000;
const body = JSON.stringify({ text: "x".repeat(1_000) });
const result = JSON.stringify({
  startedAt: longAgo,
  status: 200,
  requestHeaders: { "content-type": "application/json" },
  timings: { total: 12 },
});
const encrypted = JSON.stringify({ url: "https://hooks.example.com/in", secrets: ["whsec_c2VjcmV0"] });

interface Dialect {
  readonly prefix: string;
  readonly yes: string;
  /** Numbers from 1, as `n`. */
  readonly numbers: (count: number) => string;
}

function fillSql({ queued, endpoints, history }: GrowthSize, { prefix, yes, numbers }: Dialect): string[] {
  const tenant = "'t' || ((n - 1) / 10)";
  const of = (state: string, parts: { count: number; from: number; ready: string; finished: string }) => [
    `INSERT INTO ${prefix}events (tenant, id, type, body, created_at)
       SELECT 't' || (((n - 1) % ${endpoints}) / 10), '${state}' || n, 'type' || (n % 10), '${body}', ${longAgo}
       FROM ${numbers(parts.count)}`,
    `INSERT INTO ${prefix}deliveries (event, endpoint, state, ready, due_at, attempts, created_at, finished_at)
       SELECT ${parts.from} + n, 1 + (n - 1) % ${endpoints}, '${state}', ${parts.ready}, ${longAgo}, 0, ${longAgo}, ${parts.finished}
       FROM ${numbers(parts.count)}`,
  ];
  return [
    `INSERT INTO ${prefix}endpoints (id, tenant, event_types, encrypted, kind, metadata, status, created_at, updated_at)
       SELECT 'e' || n, ${tenant}, '[]', '${encrypted}', 'webhook', '{}', 'active', 1, 1 FROM ${numbers(endpoints)}`,
    ...of("delivered", {
      count: history,
      from: 0,
      ready: yes === "1" ? "0" : "false",
      finished: String(longAgo),
    }),
    `INSERT INTO ${prefix}attempts (delivery, number, result) SELECT n, 1, '${result}' FROM ${numbers(history)}`,
    ...of("scheduled", { count: queued, from: history, ready: yes, finished: "NULL" }),
  ];
}

function keepBackSql({ prefix }: Dialect): string[] {
  // No later than the engine itself would set: it attributes later times to a clock that ran ahead, and
  // ignores them.
  const until = Date.now() + defaultCircuitPolicy.maxOpenMilliseconds - 10_000;
  const openCircuit = JSON.stringify({ state: "open", until, openings: 5 });
  const share = (remainder: string) => `WHERE seq % 10 <> 0 AND seq % 3 = ${remainder}`;
  const isHeld = (seq: string) => `WHERE ${seq} % 10 = 0 OR ${seq} % 3 = 0`;
  return [
    `UPDATE ${prefix}endpoints SET holds = '["growth"]' ${isHeld("seq")}`,
    `UPDATE ${prefix}turns SET not_before = ${Number.MAX_SAFE_INTEGER} ${isHeld("endpoint")}`,
    `UPDATE ${prefix}endpoints SET circuit = '${openCircuit}' ${share("1")}`,
    `UPDATE ${prefix}endpoints SET rate_per_second = 0.001, rate_burst = 1, bucket_full_at = ${until} ${share("2")}`,
  ];
}

const sqlite: Dialect = {
  prefix: "webhook_",
  yes: "1",
  numbers: (count) =>
    `(WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter LIMIT ${count}) SELECT n FROM counter)`,
};

const postgres: Dialect = {
  prefix: "webhooks.",
  yes: "true",
  numbers: (count) => `generate_series(1, ${count}) AS n`,
};

function ownMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Opens a store on SQLite, in a file on this machine's disk. */
export async function openGrowthSqlite(): Promise<GrowthStore> {
  const folder = await mkdtemp(join(tmpdir(), "growth-"));
  const database = new DatabaseSync(join(folder, "deliveries.db"));
  const store = createSqliteDeliveryStore(database);
  await store.migrate();
  return {
    store,
    async fill(size) {
      database.exec("BEGIN");
      for (const sql of fillSql(size, sqlite)) database.exec(sql);
      database.exec("COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)");
    },
    async keepBack() {
      for (const sql of keepBackSql(sqlite)) database.exec(sql);
    },
    microseconds: async () => ownMicroseconds(),
    async close() {
      await store.close();
      database.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Opens a store on its own PostgreSQL server with default settings. */
export async function openGrowthPostgres(): Promise<GrowthStore> {
  const server = await startPostgres();
  const pool = new Pool({ connectionString: await server.createDatabase("growth", "superuser"), max: 8 });
  const store = createPostgresDeliveryStore(pool);
  await store.migrate();
  return {
    store,
    async fill(size) {
      for (const sql of fillSql(size, postgres)) await pool.query(sql);
      // Otherwise autovacuum would do this during the measured steps, because of the filling.
      await pool.query("VACUUM (ANALYZE)");
      await pool.query("CHECKPOINT");
    },
    async keepBack() {
      for (const sql of keepBackSql(postgres)) await pool.query(sql);
      await pool.query("ANALYZE");
    },
    async microseconds() {
      const { rows } = await pool.query(
        "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid",
      );
      return ownMicroseconds() + (await microsecondsBelow(Number(rows[0]?.["pid"])));
    },
    async close() {
      await store.close();
      await pool.end();
      await server.remove();
    },
  };
}
