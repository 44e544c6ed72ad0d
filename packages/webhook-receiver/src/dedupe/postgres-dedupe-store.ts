import { checkMethods } from "../common/check-methods.ts";
import {
  type DedupeStore,
  type DedupeStoreOptions,
  defaultDurableRetentionSeconds,
  defaultLeaseSeconds,
} from "./dedupe-store.ts";

/** The methods of `pg`'s `Pool` that the store uses. */
export interface PostgresClient {
  query(text: string, values?: (string | number)[]): Promise<{ readonly rows: readonly unknown[] }>;
}

// A simple query runs as one transaction. The advisory lock (arbitrary number) serializes table creation by
// concurrent processes. A row without a token is a handled event; any expired row can be claimed again.
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
// Deletes up to two expired rows per insert, so the table shrinks gradually.
const commitSql = `
  WITH forgotten AS (
    DELETE FROM webhook_dedupe WHERE event_key IN (
      SELECT event_key FROM webhook_dedupe WHERE expires_at <= $4 AND event_key <> $2
      ORDER BY expires_at LIMIT 2 FOR UPDATE SKIP LOCKED))
  UPDATE webhook_dedupe SET token = NULL, expires_at = $1 WHERE event_key = $2 AND token = $3`;
const releaseSql = "DELETE FROM webhook_dedupe WHERE event_key = $1 AND token = $2";

/**
 * Creates a store in a PostgreSQL table `webhook_dedupe`, created on first use. Remembers events for a day by
 * default.
 *
 * Any number of processes can share it. Each statement is its own transaction, so it works with PgBouncer in
 * transaction mode.
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
  checkMethods("createPostgresDedupeStore", client, ["query"], "a `Pool` or `Client` of `pg`");
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

// Failures are not cached: the next call tries again.
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
