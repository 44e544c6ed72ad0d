import { setImmediate } from "node:timers/promises";
import { DeliveryError } from "./errors/delivery-error.ts";
import { checkConnection } from "./store/check-connection.ts";
import type { DeliveryStore, SecretBox } from "./store/delivery-store.ts";
import type { EnqueuedEvent, EventInput, PublishInput } from "./model/event-input.ts";
import { steadyNow } from "./policy/steady-now.ts";
import { checkedBy, type CheckedEvent, checkEvent } from "./queue/check-input.ts";
import { plainSecretBox, rememberSecrets, toNotice } from "./rows/endpoint-row.ts";
import { fromRowId } from "./rows/columns.ts";
import { createSqliteClaim } from "./sqlite/claim.ts";
import { createSqliteCleaner } from "./sqlite/cleaner.ts";
import { createSqliteDeliveries } from "./sqlite/deliveries.ts";
import { createSqliteEndpoints } from "./sqlite/endpoints.ts";
import { addSubscribers, enqueueEvents } from "./sqlite/enqueue.ts";
import { createSqliteLeases } from "./sqlite/leases.ts";
import { migrateSqlite } from "./sqlite/schema.ts";
import { recordAttempts } from "./sqlite/record.ts";
import { createSqlitePolls } from "./sqlite/polls.ts";
import { createSqliteRecoveries } from "./sqlite/recoveries.ts";
import { openSqliteSession, type SqliteSession } from "./sqlite/session.ts";
import type { SqliteConnection } from "./sqlite/sqlite-connection.ts";
import { createSqliteUnseen } from "./sqlite/unseen.ts";

export { type BetterSqlite3Database, fromBetterSqlite3 } from "./sqlite/from-better-sqlite3.ts";
export { createLogSync, type LogSync } from "./sqlite/log-sync.ts";
export type { SqliteConnection, SqliteStatement } from "./sqlite/sqlite-connection.ts";

const secretsRemembered = 1_000;

/** Options for `createSqliteDeliveryStore`. */
export interface SqliteDeliveryStoreOptions {
  /** Encrypts signing secrets and URLs. Defaults to no encryption. */
  readonly secretBox?: SecretBox;
  /** Called before an event is accepted; throws to reject it. Usually the `check` of an event catalog. */
  readonly checkEvent?: ((event: CheckedEvent) => void) | undefined;
  /**
   * Set if no other process uses the database and no other code commits on the connection. `migrate` then
   * reschedules deliveries claimed by a process that died, workers rarely poll, and the store syncs its
   * commits itself. Defaults to false.
   */
  readonly exclusive?: boolean | undefined;
  /** The clock (Unix time, ms). Defaults to the time of day without jumps that last less than a minute. */
  readonly now?: (() => number) | undefined;
}

/** A delivery store in an SQLite database. */
export interface SqliteDeliveryStore extends DeliveryStore {
  /**
   * Enqueues inside the caller's open transaction on the store's connection, so that events commit or roll
   * back with the caller's rows. Throws `DeliveryError`: `no_transaction` if none is open, `invalid_event`.
   */
  enqueueInTransaction(events: readonly EventInput[]): readonly EnqueuedEvent[];
  /**
   * Like `enqueueInTransaction`, for all endpoints of a tenant that subscribe to the event's type, including
   * those created in the transaction.
   */
  publishInTransaction(events: readonly PublishInput[]): readonly EnqueuedEvent[];
}

/**
 * Creates a store on your connection. Sets WAL, `synchronous = FULL` (`NORMAL` with `exclusive`) and a busy
 * timeout on it. All table names begin with `webhook_`; call `migrate` first. Throws `DeliveryError`
 * (`invalid_option`) without a connection.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
 *
 * const store = createSqliteDeliveryStore(new DatabaseSync("webhooks.db"));
 * await store.migrate();
 * console.log((await store.listDeliveries({ states: ["failed"] })).items);
 * ```
 */
export function createSqliteDeliveryStore(
  database: SqliteConnection,
  {
    secretBox = plainSecretBox,
    checkEvent: checkOwn,
    exclusive = false,
    now = steadyNow,
  }: SqliteDeliveryStoreOptions = {},
): SqliteDeliveryStore {
  checkConnection(database, "prepare");
  const session = openSqliteSession(database, {
    exclusive,
    now,
    secretBox: rememberSecrets(secretBox, secretsRemembered),
  });
  const { prepare, transact, transactThenSync, listeners } = session;
  const deliveries = createSqliteDeliveries(session);
  const passed = checkedBy(checkOwn);
  const { takeOverAllLeases, ...leases } = createSqliteLeases(session);
  return {
    ...createSqliteEndpoints(session),
    ...deliveries,
    enqueue: async (events) => deliveries.enqueue(passed(events)),
    publish: async (events) => deliveries.publish(passed(events)),
    ...createSqlitePolls(session),
    ...createSqliteRecoveries(session),
    ...leases,
    async migrate() {
      await migrateSqlite(session);
      if (exclusive) await takeOverAllLeases();
    },
    hearsAll: exclusive,
    close: session.close,
    enqueueInTransaction: (events) => enqueueInTransaction(session, passed(events)),
    publishInTransaction: (events) => enqueueInTransaction(session, addSubscribers(session, passed(events))),
    claim: createSqliteClaim(session),
    recordAttempts: (request) => transactThenSync(() => recordAttempts(session, request)),
    async listNotices() {
      const sql = `SELECT n.*, e.id AS endpoint_id FROM webhook_notices n JOIN webhook_endpoints e ON e.seq = n.endpoint
        WHERE e.id IS NOT NULL ORDER BY n.seq LIMIT 100`;
      return prepare(sql).all().map(toNotice);
    },
    acknowledgeNotice: (id) =>
      transact(
        () => void prepare("DELETE FROM webhook_notices WHERE seq = ?").run(fromRowId("notice", id) ?? 0),
      ),
    removeExpired: createSqliteCleaner(session),
    findUnseen: createSqliteUnseen(session),
    handTo: session.handOver.add,
    watch: (listener) => listeners.add(listener),
  };
}

function enqueueInTransaction(session: SqliteSession, events: readonly EventInput[]): EnqueuedEvent[] {
  if (!session.database.isTransaction) {
    throw new DeliveryError("no_transaction", "no transaction is open on the connection; run BEGIN first");
  }
  for (const event of events) checkEvent(event);
  const { result } = enqueueEvents(session, events);
  void callWhenCommitted(session);
  return result;
}

async function callWhenCommitted({ database, listeners }: SqliteSession): Promise<void> {
  do await setImmediate();
  while (database.isOpen && database.isTransaction);
  listeners.call();
}
