import { readFileSync } from "node:fs";
import { type DistributedDatabase, findPostgresFeatures, postgresFeatures } from "@plugboard/test-postgres";
import { expect, test } from "vitest";
import type { leastFeatures } from "./postgres/least-features.fixture.ts";

/** How the store handles a feature that a database lacks or implements differently. */
type Remedy =
  /** The option that turns it off. */
  | { readonly off: keyof typeof leastFeatures }
  /** The reason it works anyway. */
  | { readonly holds: string }
  /** The reason the store cannot be used. */
  | { readonly cannot: string };

const coordinator = "Every process is connected to the coordinator";
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
  "locks of rows": {
    Citus: { holds: oneSchema },
    CockroachDB: { holds: "Transactions ask for READ COMMITTED; what is undone because of 40001 runs again" },
  },
  "advisory locks": {
    Citus: { holds: coordinator },
    CockroachDB: { off: "advisoryLocks" },
    YugabyteDB: { off: "advisoryLocks" },
  },
  "partial indexes": { CockroachDB: { holds: "No column is dropped that a condition names" } },
  "INSERT within WITH": {
    Citus: { holds: "A materialized part is between two that insert, and all are in one transaction" },
  },
  "recursive WITH": { Citus: { holds: oneSchema } },
  "settings of one transaction or session": {
    Citus: { holds: "It is in a reading part, beside the changing ones" },
    CockroachDB: { holds: "Without an effect, commits wait for the disk" },
    YugabyteDB: { holds: "Without an effect, commits wait for the disk" },
  },
  "an isolation level": {
    CockroachDB: { holds: "What is undone because of 40001 runs again" },
    YugabyteDB: { holds: "What is undone because of 40001 runs again" },
  },
  "tables changed within transactions": {
    CockroachDB: { cannot: "`migrate()` changes tables and rows in one transaction" },
    YugabyteDB: { holds: "A migration that broke off in the middle is repaired by hand" },
  },
  "storage parameters": {
    CockroachDB: { cannot: "`migrate()` sets those of autovacuum" },
    YugabyteDB: { holds: "There is nothing to vacuum" },
  },
  "numbers of a sequence in the order they were asked for": {
    Citus: { holds: coordinator },
    YugabyteDB: { holds: "`ysql_sequence_cache_minval` is set to 1, as the operators' guide says" },
  },
};

test("each missing feature of a distributed database has a workaround, or a reason why there is none", () => {
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
  // The turns that `call_due` adds are none of those it changes. CockroachDB refuses it, unless a setting allows it.
  expect(twice).toEqual(["visit-endpoints"]);
});
