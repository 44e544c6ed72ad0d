import { readFileSync } from "node:fs";
import { type DistributedDatabase, findPostgresFeatures, postgresFeatures } from "@plugboard/test-postgres";
import { expect, test } from "vitest";
import type { leastFeatures } from "./postgres/least-features.fixture.ts";

/** How the store handles a feature that a database lacks or implements differently. */
type Remedy =
  /** The option that turns it off. */
  | { readonly off: keyof typeof leastFeatures }
  /** The reason the store works without it. */
  | { readonly holds: string }
  /** The reason the store cannot be used. */
  | { readonly cannot: string };

const coordinator = "All processes connect to the coordinator";
const oneSchema = "All tables of a store are in one schema";

const remedies: Readonly<Record<string, { readonly [Database in DistributedDatabase]?: Remedy }>> = {
  "LISTEN and NOTIFY": {
    Citus: { holds: coordinator },
    CockroachDB: { off: "notify" },
    YugabyteDB: { off: "notify" },
  },
  "SKIP LOCKED": {
    Citus: { holds: oneSchema },
    CockroachDB: { off: "skipLocked" },
  },
  "row locks": {
    Citus: { holds: oneSchema },
    CockroachDB: {
      holds: "Transactions request READ COMMITTED, and those rolled back with 40001 are retried",
    },
  },
  "advisory locks": {
    Citus: { holds: coordinator },
    CockroachDB: { off: "advisoryLocks" },
    YugabyteDB: { off: "advisoryLocks" },
  },
  "partial indexes": { CockroachDB: { holds: "No dropped column is used in a condition" } },
  "INSERT within WITH": {
    Citus: { holds: "A materialized CTE separates the two inserting ones, and all run in one transaction" },
  },
  "recursive WITH": { Citus: { holds: oneSchema } },
  "settings of a transaction or session": {
    Citus: { holds: "It is in a CTE that only reads" },
    CockroachDB: { holds: "It has no effect there; commits wait for the disk" },
    YugabyteDB: { holds: "It has no effect there; commits wait for the disk" },
  },
  "an isolation level": {
    CockroachDB: { holds: "Transactions rolled back with 40001 are retried" },
    YugabyteDB: { holds: "Transactions rolled back with 40001 are retried" },
  },
  "tables changed within transactions": {
    CockroachDB: { cannot: "`migrate()` changes tables and rows in one transaction" },
    YugabyteDB: { holds: "An interrupted migration must be repaired by hand" },
  },
  "storage parameters": {
    CockroachDB: { cannot: "`migrate()` sets those for autovacuum" },
    YugabyteDB: { holds: "It has no vacuum" },
  },
  "sequence numbers in the order of the requests": {
    Citus: { holds: coordinator },
    YugabyteDB: { holds: "`ysql_sequence_cache_minval` is set to 1, as OPERATING.md requires" },
  },
};

test("each missing feature of a distributed database has a workaround, or a reason it has none", () => {
  const used = findPostgresFeatures(new URL(".", import.meta.url));
  expect(Object.keys(remedies)).toEqual(Object.keys(used));
  const lacking = postgresFeatures.flatMap(({ name, elsewhere }) =>
    Object.hasOwn(used, name) ? [[name, Object.keys(elsewhere)]] : [],
  );
  expect(Object.entries(remedies).map(([name, remedy]) => [name, Object.keys(remedy)])).toEqual(lacking);
});

test("OPERATING.md names the database the store cannot be used on", () => {
  const guide = readFileSync(new URL("../OPERATING.md", import.meta.url), "utf8");
  const refused = new Set(
    Object.values(remedies).flatMap((remedy) =>
      Object.entries(remedy).flatMap(([database, what]) => ("cannot" in what ? [database] : [])),
    ),
  );
  for (const database of ["Citus", "CockroachDB", "YugabyteDB"])
    expect([database, new RegExp(`^\\| ${database}[^|]*\\| Cannot be used`, "m").test(guide)]).toEqual([
      database,
      refused.has(database),
    ]);
});

test("only one statement changes a table twice, which other databases reject or order differently", () => {
  const files =
    "accept-events claim cleaner deliveries endpoint-rows endpoints enqueue expunge leases note-endpoints ordering-groups";
  const more = "polls record recoveries take-deliveries turns unseen visit-endpoints";
  const twice: string[] = [];
  let seen = 0;
  for (const file of `${files} ${more}`.split(" ")) {
    const source = readFileSync(new URL(`postgres/${file}.ts`, import.meta.url), "utf8");
    for (const [, call = "", text = ""] of source.matchAll(
      /(withTurns\()?`([^`]*)`|(?<=")[A-Z]+ [^"]*(?=")/g,
    )) {
      const changed = [...text.matchAll(/(?:INSERT INTO|UPDATE|DELETE FROM) webhooks\.(\w+)/g)].map(
        ([, table]) => table,
      );
      seen += changed.length;
      const addsTurns = call !== "" || text.includes("turnsOf(");
      const all = addsTurns ? [...changed, "turns"] : changed;
      if (new Set(all).size < all.length) twice.push(file);
    }
  }
  expect(seen).toBeGreaterThan(30);
  // `call_due` updates some turns and inserts others. CockroachDB rejects such a statement unless a setting
  // allows it.
  expect(twice).toEqual(["visit-endpoints"]);
});
