import { checkMethods } from "../common/check-methods.ts";
import {
  type DedupeStore,
  type DedupeStoreOptions,
  defaultDurableRetentionSeconds,
  defaultLeaseSeconds,
} from "./dedupe-store.ts";

type SqliteParameter = string | number;

/** The methods of `node:sqlite`'s `DatabaseSync` that the store uses. better-sqlite3 has them too. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): {
    get(...parameters: SqliteParameter[]): unknown;
    run(...parameters: SqliteParameter[]): unknown;
  };
}

// A row without a token is a handled event. Any expired row can be claimed again.
const schema = `
  CREATE TABLE IF NOT EXISTS webhook_dedupe (event_key TEXT PRIMARY KEY, token TEXT, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS webhook_dedupe_expiry ON webhook_dedupe (expires_at);
`;

const claimSql = `
  INSERT INTO webhook_dedupe (event_key, token, expires_at) VALUES (?, ?, ?)
  ON CONFLICT (event_key) DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at
  WHERE webhook_dedupe.expires_at <= ?
  RETURNING event_key`;
const committedSql = "SELECT 1 FROM webhook_dedupe WHERE event_key = ? AND token IS NULL";
const commitSql = "UPDATE webhook_dedupe SET token = NULL, expires_at = ? WHERE event_key = ? AND token = ?";
const releaseSql = "DELETE FROM webhook_dedupe WHERE event_key = ? AND token = ?";
// Deletes up to two expired rows per insert, so the table shrinks gradually.
const forgetSql = `
  DELETE FROM webhook_dedupe WHERE event_key IN
  (SELECT event_key FROM webhook_dedupe WHERE expires_at <= ? ORDER BY expires_at LIMIT 2)`;

/**
 * Creates a store in an SQLite table `webhook_dedupe`. Remembers events for a day by default.
 *
 * Processes on one machine can share it. Open the database with a `timeout`, so that they wait for each
 * other's writes.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { createWebhookReceiver } from "@plugboard/webhook-receiver";
 * import { createSqliteDedupeStore } from "@plugboard/webhook-receiver/sqlite";
 *
 * const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   dedupe: createSqliteDedupeStore(new DatabaseSync("webhooks.db", { timeout: 5000 })),
 *   events: {},
 * });
 * ```
 */
export function createSqliteDedupeStore(
  database: SqliteDatabase,
  {
    retentionSeconds = defaultDurableRetentionSeconds,
    leaseSeconds = defaultLeaseSeconds,
    now = Date.now,
  }: DedupeStoreOptions = {},
): DedupeStore {
  checkMethods(
    "createSqliteDedupeStore",
    database,
    ["exec", "prepare"],
    "a database of `node:sqlite` or `better-sqlite3`",
  );
  database.exec(schema);
  const claim = database.prepare(claimSql);
  const committed = database.prepare(committedSql);
  const commit = database.prepare(commitSql);
  const release = database.prepare(releaseSql);
  const forget = database.prepare(forgetSql);
  return {
    async claim(key, token) {
      const time = now();
      if (claim.get(key, token, time + leaseSeconds * 1000, time) !== undefined) return "claimed";
      return committed.get(key) === undefined ? "in_progress" : "committed";
    },
    async commit(key, token) {
      const time = now();
      commit.run(time + retentionSeconds * 1000, key, token);
      forget.run(time);
    },
    async release(key, token) {
      release.run(key, token);
    },
  };
}
