import { checkConnection } from "./store/check-connection.ts";
import type { DeliveryStore, SecretBox } from "./store/delivery-store.ts";
import type { EnqueuedEvent, EventInput, PublishInput } from "./model/event-input.ts";
import { steadyNow } from "./policy/steady-now.ts";
import { createPostgresClaim } from "./postgres/claim.ts";
import { createPostgresCleaner } from "./postgres/cleaner.ts";
import { createPostgresDeliveries } from "./postgres/deliveries.ts";
import { createPostgresEndpoints } from "./postgres/endpoints.ts";
import { addSubscribers, enqueueEvents } from "./postgres/enqueue.ts";
import { createPostgresLeases } from "./postgres/leases.ts";
import { migratePostgres } from "./postgres/migrate.ts";
import { createNotifier, silentNotifier, watchWith } from "./postgres/notifier.ts";
import type { PostgresPool, PostgresTransaction } from "./postgres/postgres-pool.ts";
import { recordAttempts } from "./postgres/record.ts";
import { createPostgresPolls } from "./postgres/polls.ts";
import { createPostgresRecoveries } from "./postgres/recoveries.ts";
import { openPostgresSession } from "./postgres/session.ts";
import { checkSchemaName, defaultSchema } from "./postgres/statements.ts";
import { createPostgresUnseen } from "./postgres/unseen.ts";
import { checkedBy, type CheckedEvent, checkEvent } from "./queue/check-input.ts";
import { plainSecretBox, rememberSecrets, toNotice } from "./rows/endpoint-row.ts";
import { fromRowId } from "./rows/columns.ts";

export type {
  PostgresPool,
  PostgresPoolClient,
  PostgresQueryable,
  PostgresResult,
  PostgresTransaction,
  PreparedQuery,
} from "./postgres/postgres-pool.ts";

const secretsRemembered = 1_000;

/** Options of a PostgreSQL store. */
export interface PostgresDeliveryStoreOptions {
  /**
   * The schema for all tables: up to 32 lowercase letters, digits and underscores. Defaults to `webhooks`.
   * Stores in different schemas are independent: they share no tables, locks or notifications.
   */
  readonly schema?: string | undefined;
  /** Encrypts signing secrets and URLs. Defaults to no encryption. */
  readonly secretBox?: SecretBox;
  /** Called before an event is accepted; throws to reject it. Usually the `check` of an event catalog. */
  readonly checkEvent?: ((event: CheckedEvent) => void) | undefined;
  /**
   * Wakes workers of other processes with LISTEN and NOTIFY and uses prepared statements. Defaults to `true`.
   * Turn it off behind a connection pooler in transaction mode, which supports neither: workers of other
   * processes then find new deliveries by polling.
   */
  readonly notify?: boolean;
  /**
   * Skips rows locked by others (`SKIP LOCKED`). Defaults to `true`. Turn it off if the database doesn't
   * support it: concurrent claims then wait for one another, and claims the database rolls back are retried.
   */
  readonly skipLocked?: boolean | undefined;
  /**
   * Locks ordering groups with advisory locks. Defaults to `true`. Turn it off if the database ignores them
   * or keeps them local to a node: table rows are locked instead.
   */
  readonly advisoryLocks?: boolean | undefined;
  /** Timeout for getting a connection from the pool (ms). Defaults to 5 seconds. */
  readonly connectTimeoutMilliseconds?: number | undefined;
  /** Timeout of a statement (ms); the connection is closed afterward. Defaults to 30 seconds. */
  readonly statementTimeoutMilliseconds?: number | undefined;
  /**
   * The clock (Unix time, ms). Defaults to the time of day without jumps that last less than a minute.
   * Synchronize the clocks of all machines with NTP.
   */
  readonly now?: (() => number) | undefined;
}

/** A delivery store in a PostgreSQL database. */
export interface PostgresDeliveryStore extends DeliveryStore {
  /**
   * Enqueues inside the caller's transaction, so that events commit or roll back with the caller's rows.
   * Throws `DeliveryError` (`invalid_event`).
   *
   * @param transaction runs queries inside the transaction, such as a `pg` client after `BEGIN`
   */
  enqueueInTransaction(
    transaction: PostgresTransaction,
    events: readonly EventInput[],
  ): Promise<readonly EnqueuedEvent[]>;
  /**
   * Like `enqueueInTransaction`, for all endpoints of a tenant that subscribe to the event's type, including
   * those created in the transaction.
   */
  publishInTransaction(
    transaction: PostgresTransaction,
    events: readonly PublishInput[],
  ): Promise<readonly EnqueuedEvent[]>;
}

/**
 * Creates a store on your pool. All tables are in one schema; call `migrate` first. Throws `DeliveryError`
 * (`invalid_option`) without a pool or if the schema name is invalid.
 *
 * @param pool a `Pool` of the package `pg`, or a compatible object. A worker needs 3 connections, plus one to
 * listen
 *
 * @example
 * ```ts
 * import { Pool } from "pg";
 * import { createPostgresDeliveryStore } from "@plugboard/webhook-delivery/postgres";
 *
 * const store = createPostgresDeliveryStore(new Pool({ connectionString: "postgres://localhost/app" }));
 * await store.migrate();
 * console.log((await store.listDeliveries({ states: ["failed"] })).items);
 * ```
 */
export function createPostgresDeliveryStore(
  pool: PostgresPool,
  {
    schema = defaultSchema,
    secretBox = plainSecretBox,
    checkEvent: checkOwn,
    notify = true,
    connectTimeoutMilliseconds = 5_000,
    statementTimeoutMilliseconds = 30_000,
    skipLocked = true,
    advisoryLocks = true,
    now = steadyNow,
  }: PostgresDeliveryStoreOptions = {},
): PostgresDeliveryStore {
  checkConnection(pool, "connect");
  checkSchemaName(schema);
  const session = openPostgresSession(pool, {
    schema,
    now,
    secretBox: rememberSecrets(secretBox, secretsRemembered),
    lastingConnections: notify,
    skipLocked,
    advisoryLocks,
    connectTimeoutMilliseconds,
    statementTimeoutMilliseconds,
  });
  const { query, queryIn } = session;
  const notifier = notify ? createNotifier(session) : silentNotifier;
  const deliveries = createPostgresDeliveries(session, notifier);
  const passed = checkedBy(checkOwn);

  async function enqueueInTransaction(
    transaction: PostgresTransaction,
    events: readonly EventInput[],
  ): Promise<readonly EnqueuedEvent[]> {
    for (const event of events) checkEvent(event);
    const within = queryIn(transaction);
    const enqueued = await enqueueEvents(within, events, now());
    await notifier.notifyAll(within);
    return enqueued;
  }

  return {
    ...createPostgresEndpoints(session),
    ...deliveries,
    enqueue: async (events) => deliveries.enqueue(passed(events)),
    publish: async (events) => deliveries.publish(passed(events)),
    ...createPostgresPolls(session, notifier),
    ...createPostgresRecoveries(session, notifier),
    ...createPostgresLeases(session),
    migrate: () => migratePostgres(session),
    async close() {
      await notifier.close();
      session.close();
    },
    enqueueInTransaction: async (transaction, events) => enqueueInTransaction(transaction, passed(events)),
    async publishInTransaction(transaction, events) {
      return enqueueInTransaction(transaction, await addSubscribers(queryIn(transaction), passed(events)));
    },
    claim: createPostgresClaim(session),
    recordAttempts: (request) => recordAttempts(session, request),
    async listNotices() {
      const sql = `SELECT n.*, e.id AS endpoint_id FROM webhooks.notices n JOIN webhooks.endpoints e ON e.seq = n.endpoint
        WHERE e.id IS NOT NULL ORDER BY n.seq LIMIT 100`;
      return (await query(sql)).map(toNotice);
    },
    async acknowledgeNotice(id) {
      await query("DELETE FROM webhooks.notices WHERE seq = $1", [fromRowId("notice", id) ?? 0]);
    },
    removeExpired: createPostgresCleaner(session),
    findUnseen: createPostgresUnseen(session),
    handTo: session.handOver.add,
    hearsAll: notify,
    watch: (listener) => watchWith(notifier, session, listener),
  };
}
