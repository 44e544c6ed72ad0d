import {
  createPostgresDeliveryStore,
  type PostgresDeliveryStore,
  type PostgresDeliveryStoreOptions,
  type PostgresPool,
} from "../postgres.ts";
import {
  createWebhookSender,
  type WebhookSender,
  type WebhookSenderOptions,
} from "../sender/webhook-sender.ts";
import {
  createSqliteDeliveryStore,
  type SqliteDeliveryStore,
  type SqliteDeliveryStoreOptions,
} from "../sqlite.ts";
import type { SqliteConnection } from "../sqlite/sqlite-connection.ts";
import { checkConnection } from "../store/check-connection.ts";
import type { DeliveryStore } from "../store/delivery-store.ts";
import { createDeliveryWorker, type DeliveryWorker } from "../worker/delivery-worker.ts";
import type { DeliveryWorkerOptions } from "../worker/delivery-worker-options.ts";

/** Options of `createWebhooks`. */
export interface WebhooksOptions<Database, StoreOptions> {
  /**
   * A `DatabaseSync` of `node:sqlite`, a connection adapted with `fromBetterSqlite3`, or a `Pool` of the package
   * `pg`. It stays open after `close`.
   */
  readonly database: Database;
  readonly store?: StoreOptions | undefined;
  readonly sender?: WebhookSenderOptions | undefined;
  readonly worker?: Omit<DeliveryWorkerOptions, "store" | "send"> | undefined;
  /** `false` starts no worker, in a process that only publishes. Defaults to `true`. */
  readonly delivers?: boolean | undefined;
}

/** A store with its sender and its worker. */
export interface Webhooks<Store extends DeliveryStore> {
  readonly store: Store;
  readonly sender: WebhookSender;
  /** `undefined` if this process doesn't deliver. */
  readonly worker: DeliveryWorker | undefined;
  /**
   * Finishes attempts in flight and ends all work, so that the database can be closed and the process can exit.
   * Deliveries that remain are sent after the next start.
   */
  readonly close: () => Promise<void>;
}

/**
 * Creates a store in your database, with its tables, a sender, and a worker that is running.
 *
 * @throws {DeliveryError} `invalid_option`, `schema_too_new`
 *
 * @example
 * import { DatabaseSync } from "node:sqlite";
 * import { createWebhooks } from "@plugboard/webhook-delivery/webhooks";
 *
 * const database = new DatabaseSync("webhooks.db");
 * const { store, close } = await createWebhooks({ database });
 * await store.publish([{ id: "evt_1", type: "invoice.paid", body: JSON.stringify({ amount: 1000 }) }]);
 * await close();
 * database.close();
 */
export async function createWebhooks(
  options: WebhooksOptions<SqliteConnection, SqliteDeliveryStoreOptions>,
): Promise<Webhooks<SqliteDeliveryStore>>;
export async function createWebhooks(
  options: WebhooksOptions<PostgresPool, PostgresDeliveryStoreOptions>,
): Promise<Webhooks<PostgresDeliveryStore>>;
export async function createWebhooks({
  database,
  store: storeOptions,
  sender: senderOptions,
  worker: workerOptions,
  delivers = true,
}: WebhooksOptions<SqliteConnection | PostgresPool, object>): Promise<Webhooks<DeliveryStore>> {
  checkConnection(database, "prepare", "connect");
  const store =
    "connect" in database
      ? createPostgresDeliveryStore(database, storeOptions)
      : createSqliteDeliveryStore(database, storeOptions);
  const sender = createWebhookSender(senderOptions);
  const worker = delivers
    ? createDeliveryWorker({ ...workerOptions, store, send: sender.deliver })
    : undefined;
  await store.migrate();
  worker?.start();
  const close = async (): Promise<void> => {
    await worker?.stop();
    await sender.close();
    await store.close();
  };
  return { store, sender, worker, close };
}
