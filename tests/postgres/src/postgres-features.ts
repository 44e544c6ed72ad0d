import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Distributed databases compatible with PostgreSQL. */
export type DistributedDatabase = "Citus" | "CockroachDB" | "YugabyteDB";

/** A PostgreSQL feature that at least one of them lacks or implements differently. */
export interface PostgresFeature {
  readonly name: string;
  /** Matches uses of the feature in SQL or Kysely code. */
  readonly pattern: RegExp;
  /**
   * Differences according to their documentation or sources. Databases that behave like PostgreSQL are
   * omitted.
   */
  readonly elsewhere: { readonly [Database in DistributedDatabase]?: string };
}

const singleNode = "Only within one distributed schema, whose tables are on one node";

/**
 * As documented for Citus 14, CockroachDB 26.3 and YugabyteDB 2025.2. The stores were never tested on them.
 */
export const postgresFeatures: readonly PostgresFeature[] = [
  {
    name: "LISTEN and NOTIFY",
    pattern: /\bLISTEN\s["$]|\bNOTIFY\s["$]|pg_notify/,
    elsewhere: {
      Citus: "Only on the node the client is connected to",
      CockroachDB: "Not supported",
      YugabyteDB: "Since 2025.2.3",
    },
  },
  {
    name: "SKIP LOCKED",
    pattern: /SKIP LOCKED|\.skipLocked\(/i,
    elsewhere: { Citus: singleNode, CockroachDB: "Not in tables with several column families" },
  },
  {
    name: "row locks",
    pattern: /\bFOR (NO KEY |KEY )?(UPDATE|SHARE)\b|\.for(NoKey|Key)?(Update|Share)\(/i,
    elsewhere: { Citus: singleNode, CockroachDB: "FOR SHARE has no effect under SERIALIZABLE" },
  },
  {
    name: "advisory locks",
    pattern: /pg_(try_)?advisory/i,
    elsewhere: {
      Citus: "Only on the node the client is connected to",
      CockroachDB: "Do nothing",
      YugabyteDB: "Since 2025.1",
    },
  },
  {
    name: "table locks",
    pattern: /\block table\b/i,
    elsewhere: { CockroachDB: "Not supported", YugabyteDB: "Not supported" },
  },
  {
    name: "functions, procedures and code blocks",
    pattern: /\bcreate (or replace )?(function|procedure)\b|\bDO \$/i,
    elsewhere: { Citus: "Must be distributed explicitly", CockroachDB: "Partly supported" },
  },
  {
    name: "triggers and rules",
    pattern: /\bcreate (or replace )?(constraint )?(trigger|rule)\b/i,
    elsewhere: { Citus: "Not supported", CockroachDB: "For each row only" },
  },
  {
    name: "foreign keys",
    pattern: /\breferences \w+\s*\(|\bforeign key\b|\.references\(|addForeignKey/i,
    elsewhere: { Citus: "Not between distributed schemas" },
  },
  {
    name: "system columns and transaction ids",
    pattern: /\b(ctid|xmin|xmax|txid_current|pg_current_xact_id)\b/i,
    elsewhere: {
      Citus: "ctid cannot be a condition",
      CockroachDB: "Not supported",
      YugabyteDB: "Meaningless",
    },
  },
  {
    name: "unlogged and temporary tables",
    pattern: /\bcreate (unlogged|temp|temporary) table\b|\.temporary\(/i,
    elsewhere: { CockroachDB: "Partly supported", YugabyteDB: "Unlogged tables are logged" },
  },
  {
    name: "exclusion constraints",
    pattern: /\bexclude using\b/i,
    elsewhere: { CockroachDB: "Not supported", YugabyteDB: "Not supported" },
  },
  {
    name: "deferrable constraints",
    pattern: /\bdeferrable\b|\binitially deferred\b/i,
    elsewhere: { CockroachDB: "Not supported", YugabyteDB: "Foreign keys only" },
  },
  {
    name: "indexes on expressions",
    pattern: /\bcreate (unique )?index[^;`]*?\((?:[^()]*,)?\s*\(?\w+\(|\.createIndex\([^;]*\.expression\(/i,
    elsewhere: { CockroachDB: "Not as the target of ON CONFLICT" },
  },
  {
    name: "partial indexes",
    pattern: /\bcreate (unique )?index[^;`]*\bwhere\b/i,
    elsewhere: { CockroachDB: "A column used in their condition cannot be dropped" },
  },
  {
    name: "INSERT within WITH",
    pattern: /\bAS (MATERIALIZED )?\(\s*INSERT\b/i,
    elsewhere: {
      Citus: "Its parts run in sequence with intermediate results, not in one step on the node",
    },
  },
  {
    name: "recursive WITH",
    pattern: /\bWITH RECURSIVE\b|\.withRecursive\(/i,
    elsewhere: { Citus: singleNode },
  },
  {
    name: "settings of a transaction or session",
    pattern: /\bset_config\(/i,
    elsewhere: {
      Citus: "A volatile function; inside a modifying CTE, the query is not planned for a single node",
      CockroachDB: "synchronous_commit has no effect",
      YugabyteDB: "synchronous_commit has no effect",
    },
  },
  {
    name: "an isolation level",
    pattern: /\bisolation level\b|\.setIsolationLevel\(|default_transaction_isolation/i,
    elsewhere: {
      CockroachDB: "All transactions are SERIALIZABLE (40001) if READ COMMITTED is turned off",
      YugabyteDB: "READ COMMITTED is REPEATABLE READ (40001) if it is turned off",
    },
  },
  {
    name: "tables changed within transactions",
    pattern: /\b(create|alter) table\b|\.schema\s*\.(create|alter|drop)/i,
    elsewhere: {
      CockroachDB: "Rejected or partly applied under READ COMMITTED, and together with row changes",
      YugabyteDB: "Each change commits separately unless transactional DDL is turned on",
    },
  },
  {
    name: "UNIQUE constraints dropped",
    pattern: /\bdrop constraint\b|\.dropConstraint\(/i,
    elsewhere: { CockroachDB: "Only as an index, with CASCADE" },
  },
  {
    name: "storage parameters",
    pattern: /\bWITH \(\s*(fillfactor|autovacuum)/i,
    elsewhere: { CockroachDB: "Those for autovacuum are rejected, except for one", YugabyteDB: "Ignored" },
  },
  {
    name: "sequence numbers in the order of the requests",
    pattern: /\bAS IDENTITY\b|\bbigserial\b|\bnextval\b|\.identity\(/i,
    elsewhere: {
      Citus: "From one node only",
      YugabyteDB: "Each connection reserves 100 numbers unless ysql_sequence_cache_minval is 1",
    },
  },
  {
    name: "row-level security",
    pattern: /\brow level security\b|\bcreate policy\b/i,
    elsewhere: { Citus: "Applied on the nodes, which don't have the session's settings" },
  },
];

/**
 * Returns the features used by the sources in a folder, with the files that use them. Ignores tests, fixtures
 * and comments.
 */
export function findPostgresFeatures(folder: URL): Record<string, string[]> {
  const root = fileURLToPath(folder);
  const files = globSync("**/*.ts", { cwd: root })
    .filter((file) => !/\.(test|fixture)\.ts$|\bsqlite\b/.test(file))
    .toSorted()
    .map((file) => ({ file, source: withoutComments(readFileSync(`${root}/${file}`, "utf8")) }));
  const used = postgresFeatures.map(({ name, pattern }): [string, string[]] => [
    name,
    files.filter(({ source }) => pattern.test(source)).map(({ file }) => file),
  ]);
  return Object.fromEntries(used.filter(([, places]) => places.length > 0));
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$|--.*$/gm, "");
}
