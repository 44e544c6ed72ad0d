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

const singleNode = "Within one distributed schema only, whose tables are on one node";

/**
 * As documented for Citus 14, CockroachDB 26.3 and YugabyteDB 2025.2. The stores were never tested on them.
 */
export const postgresFeatures: readonly PostgresFeature[] = [
  {
    name: "LISTEN and NOTIFY",
    pattern: /\bLISTEN\s["$]|\bNOTIFY\s["$]|pg_notify/,
    elsewhere: {
      Citus: "Hold on the node that the client is connected to",
      CockroachDB: "Unknown to it",
      YugabyteDB: "Since 2025.2.3",
    },
  },
  {
    name: "SKIP LOCKED",
    pattern: /SKIP LOCKED|\.skipLocked\(/i,
    elsewhere: { Citus: singleNode, CockroachDB: "Not in tables with several column families" },
  },
  {
    name: "locks of rows",
    pattern: /\bFOR (NO KEY |KEY )?(UPDATE|SHARE)\b|\.for(NoKey|Key)?(Update|Share)\(/i,
    elsewhere: { Citus: singleNode, CockroachDB: "SERIALIZABLE takes FOR SHARE for nothing" },
  },
  {
    name: "advisory locks",
    pattern: /pg_(try_)?advisory/i,
    elsewhere: {
      Citus: "Hold on the node that the client is connected to",
      CockroachDB: "Do nothing",
      YugabyteDB: "Since 2025.1",
    },
  },
  {
    name: "locks of tables",
    pattern: /\block table\b/i,
    elsewhere: { CockroachDB: "Unknown to it", YugabyteDB: "Unknown to it" },
  },
  {
    name: "functions, procedures and blocks of code",
    pattern: /\bcreate (or replace )?(function|procedure)\b|\bDO \$/i,
    elsewhere: { Citus: "Have to be distributed by themselves", CockroachDB: "In part" },
  },
  {
    name: "triggers and rules",
    pattern: /\bcreate (or replace )?(constraint )?(trigger|rule)\b/i,
    elsewhere: { Citus: "Unknown to it", CockroachDB: "For each row only" },
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
      CockroachDB: "Unknown to it",
      YugabyteDB: "Without a meaning",
    },
  },
  {
    name: "unlogged and temporary tables",
    pattern: /\bcreate (unlogged|temp|temporary) table\b|\.temporary\(/i,
    elsewhere: { CockroachDB: "In part", YugabyteDB: "Unlogged ones are logged" },
  },
  {
    name: "exclusion constraints",
    pattern: /\bexclude using\b/i,
    elsewhere: { CockroachDB: "Unknown to it", YugabyteDB: "Unknown to it" },
  },
  {
    name: "deferrable constraints",
    pattern: /\bdeferrable\b|\binitially deferred\b/i,
    elsewhere: { CockroachDB: "Unknown to it", YugabyteDB: "Foreign keys only" },
  },
  {
    name: "indexes of expressions",
    pattern: /\bcreate (unique )?index[^;`]*?\((?:[^()]*,)?\s*\(?\w+\(|\.createIndex\([^;]*\.expression\(/i,
    elsewhere: { CockroachDB: "Not as the target of ON CONFLICT" },
  },
  {
    name: "partial indexes",
    pattern: /\bcreate (unique )?index[^;`]*\bwhere\b/i,
    elsewhere: { CockroachDB: "A column that their condition names cannot be dropped" },
  },
  {
    name: "INSERT within WITH",
    pattern: /\bAS (MATERIALIZED )?\(\s*INSERT\b/i,
    elsewhere: {
      Citus: "Its parts run one after another over intermediate results, and not on the node at once",
    },
  },
  {
    name: "recursive WITH",
    pattern: /\bWITH RECURSIVE\b|\.withRecursive\(/i,
    elsewhere: { Citus: singleNode },
  },
  {
    name: "settings of one transaction or session",
    pattern: /\bset_config\(/i,
    elsewhere: {
      Citus: "A volatile function, which it plans for one node only outside of changing parts of WITH",
      CockroachDB: "synchronous_commit has no effect",
      YugabyteDB: "synchronous_commit has no effect",
    },
  },
  {
    name: "an isolation level",
    pattern: /\bisolation level\b|\.setIsolationLevel\(|default_transaction_isolation/i,
    elsewhere: {
      CockroachDB: "Everything is SERIALIZABLE (40001) where READ COMMITTED is switched off",
      YugabyteDB: "READ COMMITTED is REPEATABLE READ (40001) where it is switched off",
    },
  },
  {
    name: "tables changed within transactions",
    pattern: /\b(create|alter) table\b|\.schema\s*\.(create|alter|drop)/i,
    elsewhere: {
      CockroachDB: "Refused or carried out in part within READ COMMITTED, and beside changes of rows",
      YugabyteDB: "Each change commits by itself, unless transactional DDL is switched on",
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
    elsewhere: { CockroachDB: "Those of autovacuum are refused, but for one", YugabyteDB: "Ignored" },
  },
  {
    name: "numbers of a sequence in the order they were asked for",
    pattern: /\bAS IDENTITY\b|\bbigserial\b|\bnextval\b|\.identity\(/i,
    elsewhere: {
      Citus: "From one node only",
      YugabyteDB: "Each connection takes 100 ahead, unless ysql_sequence_cache_minval is 1",
    },
  },
  {
    name: "row-level security",
    pattern: /\brow level security\b|\bcreate policy\b/i,
    elsewhere: { Citus: "Holds on the nodes, where a session's own settings are not known" },
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
