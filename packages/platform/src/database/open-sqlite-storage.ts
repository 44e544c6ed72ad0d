import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createLogSync, createSqliteDeliveryStore, type LogSync } from "@plugboard/webhook-delivery/sqlite";
import { type Dialect, Kysely, sql } from "kysely";
import { checkOptions } from "../common/check-options.ts";
import { PlatformError } from "../common/platform-error.ts";
import { type BusyLogs, createBusyLogs } from "./checkpoint-busy-logs.ts";
import { createLargeCommits, type LargeCommits } from "./checkpoint-large-commits.ts";
import { withJoinedCommits } from "./join-commit.ts";
import { listHiddenTables } from "./organization-rows.ts";
import { createRequireScopePlugin, createVisibleRowsPlugin, guardRows } from "./guard-rows.ts";
import { migrate, type StoredProduct } from "./migrate.ts";
import { createNodeSqliteDialect } from "./node-sqlite-dialect.ts";
import { createScopeReader, withoutTenantScope } from "./organization-scope.ts";
import { withPauses } from "./pause-long-turns.ts";
import type { SecretBox } from "./secret-box.ts";
import type { PlatformStorage, ScopedDatabase } from "./storage.ts";
import { toUnwritable } from "./storage-error.ts";
import { withSyncOnRelease } from "./sync-on-release.ts";
import type { Tables } from "./tables.ts";

/** Options of `openSqliteStorage`. */
export interface SqliteStorageOptions {
  /** An existing writable folder. `:memory:` stores all data in memory. */
  readonly folder: string;
  readonly secretBox: SecretBox;
  /** Unix time in milliseconds. Defaults to the system time, ignoring jumps that last less than a minute. */
  readonly now?: (() => number) | undefined;
  /** Opens the folder while another process owns it, without migrations. Defaults to false. */
  readonly isShared?: boolean | undefined;
  /**
   * Rejects queries for organization rows outside `inOrganizations` and `withoutTenantScope`. Defaults to false,
   * which makes such queries see all rows.
   */
  readonly requiresScope?: boolean | undefined;
  /** The product, whose tables are created next to the platform's. Also pass it to `createPlatform`. */
  readonly product?: StoredProduct | undefined;
  /** Other tables in the same database, such as those of your sign-in. They hold no rows of organizations. */
  readonly hostTables?: readonly string[] | undefined;
}

// An operator's command can work on the same folder, one statement at a time. The command waits as long as
// necessary. The server waits only briefly, because waiting blocks it: sites stay readable while the lock is
// taken.
const commandTimeoutMilliseconds = 10_000;
const serverTimeoutMilliseconds = 500;

const inMemory = ":memory:";
const platformFile = "platform.db";
const deliveryFile = "delivery.db";

/**
 * Opens SQLite databases in a folder for this process only, and migrates their tables.
 *
 * @throws PlatformError `invalid_definition` without a required option, `data_unwritable`, `data_unreadable`, `data_too_new` or `data_in_use`
 *
 * @example
 * import { randomBytes } from "node:crypto";
 * import { createSecretBox } from "@plugboard/platform";
 * import { openSqliteStorage } from "@plugboard/platform/sqlite";
 *
 * const secretBox = createSecretBox(randomBytes(32));
 * const storage = await openSqliteStorage({ folder: ":memory:", secretBox });
 * await storage.close();
 */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<PlatformStorage> {
  checkOptions("openSqliteStorage", options, {
    folder: 'pass the path of an existing folder, or ":memory:"',
    secretBox: "pass the result of createSecretBox",
  });
  const { folder, secretBox, now, isShared = false, requiresScope = false, product, hostTables } = options;
  const opened: DatabaseSync[] = [];
  const usual = isShared ? commandTimeoutMilliseconds : serverTimeoutMilliseconds;
  const open = (name: string, timeout = usual): DatabaseSync => {
    const database = new DatabaseSync(folder === inMemory ? inMemory : join(folder, name), { timeout });
    // Overwrites deleted data, so that no file has to be copied to erase it.
    database.exec("PRAGMA secure_delete = ON");
    opened.push(database);
    return database;
  };
  const close = (): void => {
    for (const database of opened.toReversed()) if (database.isOpen) database.close();
  };
  try {
    if (folder !== inMemory && !isShared) claimFolder(open("server.lock", 0), folder);
    // Two files, each with one connection: the transactions of the platform and the delivery engine never
    // wait for each other.
    const platform = open(platformFile);
    const deliveries = open(deliveryFile);
    platform.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    const file = join(folder, platformFile);
    const log = folder === inMemory ? undefined : createLogSync(file);
    const largeCommits = createLargeCommits(platform, file);
    const busyLogs = createBusyLogs(
      new Map([
        [file, platform],
        [join(folder, deliveryFile), deliveries],
      ]),
    );
    const readScope = createScopeReader(requiresScope);
    const hidden = listHiddenTables(product);
    const database = new Kysely<Tables>({
      dialect: createDialect(platform, log, largeCommits, busyLogs),
      plugins: [
        ...(requiresScope ? [createRequireScopePlugin(hidden)] : []),
        createVisibleRowsPlugin(readScope, hidden),
      ],
    });
    const deliveryStore = createSqliteDeliveryStore(deliveries, { secretBox, now, exclusive: !isShared });
    if (!isShared) {
      await withoutTenantScope("start", async () => {
        await migrate(database, deliveryStore, "sqlite", { product, hostTables });
        // Only this process uses the folder, so the process with these leases has died.
        await database
          .updateTable("events")
          .set({ leased_until: 0 })
          .where("fanned_out_at", "is", null)
          .execute();
        await database.updateTable("removals").set({ leased_until: 0 }).execute();
        for (const [table, declared] of Object.entries(product?.tables ?? {})) {
          if (declared === "platform" || declared.lease === undefined) continue;
          await sql`update ${sql.table(table)} set ${sql.ref(declared.lease)} = 0`.execute(database);
        }
      });
    }
    guardRows(platform, readScope, hidden);
    return {
      // The views and triggers apply to each statement.
      database: database as ScopedDatabase,
      deliveryStore,
      requiresScope,
      storedProduct: product,
      compact: async () => {
        await Promise.all([largeCommits.idle(), busyLogs.idle()]);
        // Through Kysely, which waits for transactions in flight. The engine keeps none open between event
        // loop turns.
        await sql`pragma wal_checkpoint(truncate)`.execute(database);
        deliveries.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      },
      close: async () => {
        await deliveryStore.close();
        await database.destroy();
        await Promise.all([largeCommits.idle(), busyLogs.idle()]);
        await log?.close();
        close();
      },
    };
  } catch (error) {
    close();
    throw error instanceof PlatformError ? error : toUnwritable(folder, error);
  }
}

function createDialect(
  database: DatabaseSync,
  log: LogSync | undefined,
  largeCommits: LargeCommits,
  busyLogs: BusyLogs,
): Dialect {
  if (log === undefined) return withJoinedCommits(withPauses(createNodeSqliteDialect(database)));
  let writes = 0;
  const dialect = createNodeSqliteDialect(database, (values) => {
    writes += 1;
    largeCommits.note(values);
    busyLogs.note(values);
  });
  const synced = withSyncOnRelease(largeCommits.wrap(dialect), {
    countWrites: () => writes,
    sync: () => log.sync(),
  });
  return withJoinedCommits(withPauses(synced));
}

const sqliteBusy = 5;

/**
 * Claims a folder for this process with an exclusive transaction on a separate database file: Node's only
 * lock that the operating system releases whenever the process ends.
 */
function claimFolder(lock: DatabaseSync, folder: string): void {
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    if (!(error instanceof Error && "errcode" in error && error.errcode === sqliteBusy)) throw error;
    throw new PlatformError(
      "data_in_use",
      `the folder ${folder} is in use by another server. Stop that one, or name another folder.`,
    );
  }
}
