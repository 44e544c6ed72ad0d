import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { content } from "@plugboard/content";
import { createSecretBox, type PlatformStorage, type SecretBox } from "@plugboard/platform";
import { openPostgresStorage } from "@plugboard/platform/postgres";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import { startPostgres } from "@plugboard/test-postgres";
import { Pool } from "pg";
import { microsecondsBelow } from "./microseconds-below.ts";

/** A storage that SQL fills with copies of its tenant, far faster than the API. */
export interface ServerGrowthStore {
  readonly storage: PlatformStorage;
  readonly secretBox: SecretBox;
  /** Copies all rows of organizations this many times, each time for new organizations. */
  copyTenants(first: number, count: number): Promise<void>;
  /** The CPU time of this process and the database so far (µs). */
  microseconds(): Promise<number>;
  close(): Promise<void>;
}

interface Column {
  readonly table: string;
  readonly column: string;
}

interface Dialect {
  readonly prefix: string;
  /** Allows explicit values in an identity column. */
  readonly overriding: string;
  /** Numbers from `first`, as `n`. */
  readonly numbers: (first: number, count: number) => string;
}

const sqlite: Dialect = {
  prefix: "webhook_",
  overriding: "",
  numbers: (first, count) =>
    `(WITH RECURSIVE counter (n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM counter LIMIT ${count}) SELECT n FROM counter)`,
};
const postgres: Dialect = {
  prefix: "webhooks.",
  overriding: "OVERRIDING SYSTEM VALUE",
  numbers: (first, count) => `generate_series(${first}, ${first + count - 1}) AS n`,
};

const copiedByEngine = "endpoints events deliveries attempts turns endpoint_hours tenants".split(" ");
const identifying = new Set(
  "id organization_id space_id page_id parent_id thread_id task_id site_id installation_id resource_id endpoint_id user_id subdomain slug token_hash tenant".split(
    " ",
  ),
);
/** All organizations install the original's integrations, and publish others. */
const naming = new Set([
  "integrations.name",
  "integration_versions.integration",
  "integration_assets.integration",
  "integration_log_positions.integration",
  "integration_reviews.integration",
  "script_grants.integration",
]);
const counting = new Set("position event_position seq event endpoint delivery".split(" "));
/** More than the number of rows of any kind that the copied tenant has. */
const stride = 1_000_000;

function copySql(
  columns: readonly Column[],
  isEngine: boolean,
  { prefix, overriding, numbers }: Dialect,
  [first, count]: readonly [number, number],
): string[] {
  const tables = Map.groupBy(columns, ({ table }) => table);
  const isOfOrganization = (own: readonly Column[]): boolean =>
    own.some(({ table, column }) => table === "organizations" || column === "organization_id");
  const copied = isEngine
    ? copiedByEngine.map((name) => `${prefix}${name}`)
    : [...tables].filter(([, own]) => isOfOrganization(own)).map(([name]) => name);
  return copied.flatMap((table) => {
    const own = tables.get(table.replace("webhooks.", "")) ?? [];
    const names = own.map(({ column }) => column);
    // A page's location is not a count, and neither is its position in the tree.
    const isCount = (name: string): boolean => counting.has(name) && table !== "pages";
    const values = names.map((name) =>
      identifying.has(name) || naming.has(`${table}.${name}`)
        ? `t.${name} || '~' || n`
        : isCount(name)
          ? `t.${name} + n * ${stride}`
          : `t.${name}`,
    );
    const key = names.includes("organization_id")
      ? "organization_id"
      : names.includes("tenant")
        ? "tenant"
        : names[0];
    const isOriginal = isEngine
      ? counting.has(key ?? "")
        ? `t.${key} < ${stride}`
        : `t.${key} NOT LIKE '%~%'`
      : `t.${table === "organizations" ? "id" : "organization_id"} NOT LIKE '%~%'`;
    return [
      `INSERT INTO ${table} (${names.join(", ")}) ${overriding} SELECT ${values.join(", ")} FROM ${table} t, ${numbers(first, count)} WHERE ${isOriginal}`,
    ];
  });
}

function ownMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Opens a storage on SQLite, in a folder on this machine's disk. */
export async function openServerGrowthSqlite(): Promise<ServerGrowthStore> {
  const folder = await mkdtemp(join(tmpdir(), "growth-"));
  const secretBox = createSecretBox(randomBytes(32));
  const storage = await openSqliteStorage({ folder, secretBox, product: content });
  return {
    storage,
    secretBox,
    async copyTenants(first, count) {
      for (const [file, isEngine] of [
        ["platform.db", false],
        ["delivery.db", true],
      ] as const) {
        const database = new DatabaseSync(join(folder, file), { timeout: 10_000 });
        const columns = database
          .prepare(
            `SELECT m.name AS "table", x.name AS "column" FROM sqlite_schema m, pragma_table_xinfo(m.name) x
             WHERE m.type = 'table' AND x.hidden = 0 ORDER BY x.cid`,
          )
          .all()
          .map(({ table, column }) => ({ table: String(table), column: String(column) }));
        database.exec("BEGIN");
        for (const sql of copySql(columns, isEngine, sqlite, [first, count])) database.exec(sql);
        database.exec("COMMIT");
        database.close();
      }
    },
    microseconds: async () => ownMicroseconds(),
    async close() {
      await storage.close();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Opens a storage on its own PostgreSQL server with default settings, as a role that is subject to row
 * policies.
 */
export async function openServerGrowthPostgres(): Promise<ServerGrowthStore> {
  const server = await startPostgres();
  const connectionString = await server.createDatabase("growth");
  const superuser = new URL(connectionString);
  superuser.username = "postgres";
  superuser.password = "postgres";
  const pool = new Pool({ connectionString: superuser.href, max: 2 });
  const secretBox = createSecretBox(randomBytes(32));
  const storage = await openPostgresStorage({
    connectionString,
    secretBox,
    product: content,
    onError: (error) => {
      console.error(error);
    },
  });
  return {
    storage,
    secretBox,
    async copyTenants(first, count) {
      for (const [schema, isEngine] of [
        ["public", false],
        ["webhooks", true],
      ] as const) {
        const { rows } = await pool.query<Column>(
          `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
           WHERE table_schema = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
          [schema],
        );
        for (const sql of copySql(rows, isEngine, postgres, [first, count])) await pool.query(sql);
      }
      await pool.query("VACUUM (ANALYZE)");
    },
    async microseconds() {
      const { rows } = await pool.query(
        "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid",
      );
      return ownMicroseconds() + (await microsecondsBelow(Number(rows[0]?.["pid"])));
    },
    async close() {
      await storage.close();
      await pool.end();
      await server.remove();
    },
  };
}
