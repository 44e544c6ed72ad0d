import {
  type DedupeStore,
  type DedupeStoreOptions,
  defaultDurableRetentionSeconds,
  defaultLeaseSeconds,
} from "./dedupe-store.ts";

/** The part of `pg`'s `Pool` the store uses. */
export interface PostgresClient {
  query(text: string, values?: (string | number)[]): Promise<{ readonly rows: readonly unknown[] }>;
}

// One simple query is one transaction: the lock, its number being arbitrary, keeps processes that start together from
// creating the table at once. A row without a token is a handled event; either kind of row can be claimed anew once it
// has expired.
const schema = `
  SELECT pg_advisory_xact_lock(7366123590148251);
  CREATE TABLE IF NOT EXISTS webhook_dedupe (event_key text PRIMARY KEY, token text, expires_at bigint NOT NULL);
  CREATE INDEX IF NOT EXISTS webhook_dedupe_expiry ON webhook_dedupe (expires_at);
`;

const claimSql = `
  INSERT INTO webhook_dedupe (event_key, token, expires_at) VALUES ($1, $2, $3)
  ON CONFLICT (event_key) DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at
  WHERE webhook_dedupe.expires_at <= $4
  RETURNING event_key`;
const committedSql = "SELECT 1 FROM webhook_dedupe WHERE event_key = $1 AND token IS NULL";
// Two expired rows go for each that is kept: the table shrinks to what is still remembered, a little at a time.
const commitSql = `
  WITH forgotten AS (
    DELETE FROM webhook_dedupe WHERE event_key IN (
      SELECT event_key FROM webhook_dedupe WHERE expires_at <= $4 AND event_key <> $2
      ORDER BY expires_at LIMIT 2 FOR UPDATE SKIP LOCKED))
  UPDATE webhook_dedupe SET token = NULL, expires_at = $1 WHERE event_key = $2 AND token = $3`;
const releaseSql = "DELETE FROM webhook_dedupe WHERE event_key = $1 AND token = $2";

/**
 * Remembers handled events in a table `webhook_dedupe` of a PostgreSQL database, which it creates on first use; for a
 * day by default.
 *
 * Any number of processes can share it. Every statement is a transaction of its own, so PgBouncer in transaction mode
 * is fine.
 *
 * @example
 * ```ts
 * import { Pool } from "pg";
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createPostgresDedupeStore } from "@plugboard/webhook-receiver/postgres";
 *
 * const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   dedupe: createPostgresDedupeStore(new Pool({ connectionString: "postgres://localhost/app" })),
 *   events: {},
 * });
 * ```
 */
export function createPostgresDedupeStore(
  client: PostgresClient,
  {
    retentionSeconds = defaultDurableRetentionSeconds,
    leaseSeconds = defaultLeaseSeconds,
    now = Date.now,
  }: DedupeStoreOptions = {},
): DedupeStore {
  const ready = createOnce(() => client.query(schema));
  return {
    async claim(key, token) {
      await ready();
      const time = now();
      const claimed = await client.query(claimSql, [key, token, time + leaseSeconds * 1000, time]);
      if (claimed.rows.length > 0) return "claimed";
      const committed = await client.query(committedSql, [key]);
      return committed.rows.length > 0 ? "committed" : "in_progress";
    },
    async commit(key, token) {
      const time = now();
      await client.query(commitSql, [time + retentionSeconds * 1000, key, token, time]);
    },
    async release(key, token) {
      await client.query(releaseSql, [key, token]);
    },
  };
}

// A failure is not remembered: the next call tries again.
function createOnce(start: () => Promise<unknown>): () => Promise<unknown> {
  let started: Promise<unknown> | undefined;
  return () => {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };
}
