import { checkOptions } from "../common/check-options.ts";
import { dayMilliseconds } from "../common/durations.ts";
import { randomUUID } from "node:crypto";
import { createPostgresDeliveryStore } from "@plugboard/webhook-delivery/postgres";
import { type Dialect, Kysely, PostgresDialect } from "kysely";
import { Pool, types } from "pg";
import { PlatformError } from "../common/platform-error.ts";
import { boundPool } from "./bounded-pool.ts";
import { withJoinedCommits } from "./join-commit.ts";
import { deliverySchemaOf, groupName } from "./delivery-schema.ts";
import { createRequireScopePlugin } from "./guard-rows.ts";
import { migrate, type StoredProduct } from "./migrate.ts";
import { listHiddenTables } from "./organization-rows.ts";
import { createScopeReader, withoutTenantScope } from "./organization-scope.ts";
import { createPostgresPeers } from "./postgres-peers.ts";
import type { SecretBox } from "./secret-box.ts";
import type { PlatformStorage, ScopedDatabase } from "./storage.ts";
import { reasonOf, toMigrationFailed } from "./storage-error.ts";
import type { Tables } from "./tables.ts";

/** Options of `openPostgresStorage`. */
export interface PostgresStorageOptions {
  /**
   * A URL such as `postgres://user@host/database`. The tables are in the first existing schema of
   * `search_path`, which is set for the role or in the URL (`?options=-c%20search_path%3Dgroup_1`); usually
   * `public`. The delivery engine's tables are in `webhooks` for `public`, and in `group_1_webhooks` for
   * `group_1`.
   */
  readonly connectionString: string;
  readonly secretBox: SecretBox;
  /**
   * Called with connection errors, which the affected callers receive too, and with `policies_bypassed` if
   * `superuser` is `allow`.
   */
  readonly onError: (error: unknown) => void;
  /** Unix time in milliseconds. Defaults to the system time, ignoring jumps that last less than a minute. */
  readonly now?: (() => number) | undefined;
  /** The maximum number of connections. Defaults to 20. */
  readonly maxConnections?: number | undefined;
  /** The timeout of one statement, except for migrations. Defaults to 30,000. */
  readonly statementTimeoutMilliseconds?: number | undefined;
  /**
   * The mode of a pooler such as PgBouncer. With `transaction` each statement takes longer, and workers only
   * find the deliveries of other processes when they poll. Defaults to `session`, also without a pooler.
   */
  readonly pooling?: "session" | "transaction" | undefined;
  /**
   * Rejects queries for organization rows outside `inOrganizations` and `withoutTenantScope`. Defaults to false,
   * which makes such queries see all rows.
   */
  readonly requiresScope?: boolean | undefined;
  /**
   * Whether to connect as a superuser or a role with BYPASSRLS. PostgreSQL applies no row policies to them,
   * so that only the platform's own checks isolate organizations. `allow` reports such a role to `onError`
   * and continues. Defaults to `refuse`.
   */
  readonly superuser?: "allow" | "refuse" | undefined;
  /** The product, whose tables are created next to the platform's. Also pass it to `createPlatform`. */
  readonly product?: StoredProduct | undefined;
  /** Other tables in the same database, such as those of your sign-in. They hold no rows of organizations. */
  readonly hostTables?: readonly string[] | undefined;
}

const connectTimeoutMilliseconds = 5000;
const idleTimeoutMilliseconds = 180_000;
const migrationTimeoutMilliseconds = dayMilliseconds;

/**
 * Opens PostgreSQL storage and migrates its tables. Any number of processes can share it.
 *
 * @throws PlatformError `invalid_definition` without a required option, `database_unreachable`, `policies_bypassed`,
 * `data_too_new` or `data_unreadable`
 *
 * @example
 * import { randomBytes } from "node:crypto";
 * import { createSecretBox } from "@plugboard/platform";
 * import { openPostgresStorage } from "@plugboard/platform/postgres";
 *
 * const storage = await openPostgresStorage({
 *   connectionString: "postgres://plugboard@127.0.0.1/plugboard",
 *   secretBox: createSecretBox(randomBytes(32)),
 *   onError: (error) => console.error(error),
 * });
 * await storage.close();
 */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<PlatformStorage> {
  checkOptions("openPostgresStorage", options, {
    connectionString: "pass a URL such as postgres://user@host/database",
    secretBox: "pass the result of createSecretBox",
    onError: "pass a function that records errors of connections",
  });
  const {
    connectionString,
    secretBox,
    onError,
    now,
    maxConnections = 20,
    statementTimeoutMilliseconds = 30_000,
    pooling = "session",
    requiresScope = false,
    superuser = "refuse",
    product,
    hostTables,
  } = options;
  // Times and counts fit in a JavaScript number, but pg returns strings by default.
  const getTypeParser: typeof types.getTypeParser = (id, format) =>
    id === types.builtins.INT8 ? Number : types.getTypeParser(id, format);
  const pool = new Pool({
    connectionString,
    types: { getTypeParser },
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    // Longer than an idle worker's pauses, so that it keeps its connection.
    idleTimeoutMillis: idleTimeoutMilliseconds,
    // Each statement is sent together with its transaction.
    pipeline: pooling === "transaction",
  });
  // Without a listener, a broken connection would end the process. The pool reports errors of idle ones.
  pool.on("connect", (client) => client.on("error", onError));
  pool.on("error", () => {});
  const schema = await checkConnection(pool, (error) => {
    if (superuser === "refuse") throw error;
    onError(error);
  }).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const readScope = createScopeReader(requiresScope);
  const processName = randomUUID();
  const dialectFor = (timeoutMilliseconds: number): Dialect =>
    withoutSessionLock(
      new PostgresDialect({
        pool: boundPool(pool, { timeoutMilliseconds, scopeOf: pooling, readScope, processName }),
      }),
    );
  // Migrating large tables can take a long time.
  const migrating = new Kysely<Tables>({ dialect: dialectFor(migrationTimeoutMilliseconds) });
  const dialect = withJoinedCommits(dialectFor(statementTimeoutMilliseconds));
  const database = new Kysely<Tables>({
    dialect,
    plugins: requiresScope ? [createRequireScopePlugin(listHiddenTables(product))] : [],
  });
  const deliveryStore = createPostgresDeliveryStore(pool, {
    schema: deliverySchemaOf(schema),
    secretBox,
    now,
    statementTimeoutMilliseconds,
    notify: pooling === "session",
  });
  const close = async (): Promise<void> => {
    await deliveryStore.close();
    await database.destroy();
  };
  try {
    await withoutTenantScope("start", () =>
      migrate(migrating, deliveryStore, "postgres", { product, hostTables }),
    );
    // The pool sets the scope of each connection, and the policies apply to each statement.
    return {
      database: database as ScopedDatabase,
      deliveryStore,
      requiresScope,
      storedProduct: product,
      close,
      ...(pooling === "session" && { peers: createPostgresPeers(pool, { schema, processName }) }),
    };
  } catch (error) {
    await close();
    throw error instanceof PlatformError ? error : toMigrationFailed(error);
  }
}

interface Connection {
  readonly schema: string | null;
  readonly path: string;
  readonly role: string;
  readonly bypasses: boolean;
}

/** Returns the schema that unqualified names are in. @throws PlatformError `database_unreachable` */
async function checkConnection(pool: Pool, onBypass: (error: PlatformError) => void): Promise<string> {
  const current = `select current_schema() as schema, current_setting('search_path') as path, rolname as role,
    rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`;
  const { rows } = await pool.query<Connection>(current).catch((cause: unknown) => {
    throw toUnusable(reasonOf(cause), cause);
  });
  const { schema = null, path = "", role = "", bypasses = false } = rows[0] ?? {};
  if (bypasses) onBypass(policiesBypassed(role));
  if (schema === null)
    throw toUnusable(`no schema in search_path exists (${path}); create one, or change search_path`);
  if (!groupName.test(schema))
    throw toUnusable(
      `the schema ${schema} has an unsupported name; use up to 23 lowercase letters, digits and underscores`,
    );
  return schema;
}

function policiesBypassed(role: string): PlatformError {
  return new PlatformError(
    "policies_bypassed",
    `PostgreSQL applies no row policies to the role ${role}, a superuser or a role with BYPASSRLS. Connect as a role that is neither: create role plugboard login; alter database … owner to plugboard.`,
  );
}

function toUnusable(reason: string, cause?: unknown): PlatformError {
  return new PlatformError("database_unreachable", `the database cannot be used: ${reason}.`, [], { cause });
}

/** The migration lock is a row; see `lockMigrations`. */
function withoutSessionLock(dialect: Dialect): Dialect {
  const adapter = Object.assign(dialect.createAdapter(), {
    acquireMigrationLock: async () => {},
    releaseMigrationLock: async () => {},
  });
  return {
    createAdapter: () => adapter,
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => dialect.createDriver(),
  };
}
