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
import { openSecretBox, rememberSecrets, toNotice } from "./rows/endpoint-row.ts";
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
   * The schema that all tables are in. `webhooks` when absent. Stores of several schemas in one database know nothing of one another:
   * no statement reads another's tables, waits for its locks or hears its notifications. Up to 32 lower-case letters, digits
   * and underscores.
   */
  readonly schema?: string | undefined;
  /** Encrypts signing secrets and URLs. Without it they are stored as they are. */
  readonly secretBox?: SecretBox;
  /** Refuses events by throwing, before anything is accepted: the `check` of an event catalogue. Default: nothing is refused. */
  readonly checkEvent?: ((event: CheckedEvent) => void) | undefined;
  /**
   * Wakes workers of other processes through LISTEN and NOTIFY, and prepares statements. `true` when absent. Turn it off
   * behind a connection pooler in transaction mode, where neither works: workers of other processes then find new deliveries
   * when they poll.
   */
  readonly notify?: boolean;
  /**
   * Whether statements pass over rows that others have locked (`SKIP LOCKED`). `true` when absent. Turn it off on a database that
   * does not know it: claims of several workers then wait for one another, and those that the database undoes run again.
   */
  readonly skipLocked?: boolean | undefined;
  /**
   * Whether ordering groups are locked by advisory locks. `true` when absent. Turn it off on a database where these do nothing, or
   * hold on one node only: rows of a table are locked in their place.
   */
  readonly advisoryLocks?: boolean | undefined;
  /** How long to wait for a connection, a free one of the pool's or a new one, in milliseconds. 5 seconds when absent. */
  readonly connectTimeoutMilliseconds?: number | undefined;
  /** How long a statement may take before its connection is given up, in milliseconds. 30 seconds when absent. */
  readonly statementTimeoutMilliseconds?: number | undefined;
  /**
   * Milliseconds since 1970. Default: the time of day, but without its jumps that last for less than a minute. Keep the clocks of all
   * machines together (NTP).
   */
  readonly now?: (() => number) | undefined;
}

/** A delivery store in a PostgreSQL database. */
export interface PostgresDeliveryStore extends DeliveryStore {
  /**
   * Enqueues inside the caller's transaction, so that the events commit, or roll back, with the caller's rows. Throws
   * `DeliveryError` (`invalid_event`).
   *
   * @param transaction runs queries inside the transaction, as a client of the package `pg` does after `BEGIN`
   */
  enqueueInTransaction(
    transaction: PostgresTransaction,
    events: readonly EventInput[],
  ): Promise<readonly EnqueuedEvent[]>;
  /** The same for all endpoints of a tenant that subscribe to the event's type, those of the transaction included. */
  publishInTransaction(
    transaction: PostgresTransaction,
    events: readonly PublishInput[],
  ): Promise<readonly EnqueuedEvent[]>;
}

/**
 * Creates a store on a pool of its owner's. All tables are in one schema; call `migrate` before anything else. Throws
 * `DeliveryError` (`invalid_option`) for a schema whose name is not simple.
 *
 * @param pool a `Pool` of the package `pg`, or anything of its shape. A worker needs 3 connections, and one more to listen
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
    secretBox = openSecretBox,
    checkEvent: checkOwn,
    notify = true,
    connectTimeoutMilliseconds = 5_000,
    statementTimeoutMilliseconds = 30_000,
    skipLocked = true,
    advisoryLocks = true,
    now = steadyNow,
  }: PostgresDeliveryStoreOptions = {},
): PostgresDeliveryStore {
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
