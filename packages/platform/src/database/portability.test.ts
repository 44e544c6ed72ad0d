import { type DistributedDatabase, findPostgresFeatures, postgresFeatures } from "@plugboard/test-postgres";
import { expect, it } from "vitest";

/**
 * Why the platform works on a database that lacks a feature or implements it differently, or why it
 * doesn't.
 */
type Remedy = { readonly holds: string } | { readonly cannot: string };

const remedies: Readonly<Record<string, { readonly [Database in DistributedDatabase]?: Remedy }>> = {
  "LISTEN and NOTIFY": {
    Citus: { holds: "The table is not distributed; clients connect to one node" },
    CockroachDB: { cannot: "The statements fail" },
    YugabyteDB: { holds: "Older versions poll" },
  },
  "locks of rows": {
    Citus: { holds: "The only one is for migrations, in a table that is not distributed" },
    CockroachDB: { holds: "The only one is for migrations" },
  },
  "functions, procedures and blocks of code": {
    Citus: { holds: "The only one belongs to a trigger of a table that is not distributed" },
    CockroachDB: { cannot: "The only one belongs to a trigger for each statement" },
  },
  "triggers and rules": {
    Citus: { holds: "The table is not distributed" },
    CockroachDB: { cannot: "The only one is for each statement" },
  },
  "partial indexes": { CockroachDB: { holds: "No column is dropped that a condition names" } },
  "settings of one transaction or session": {
    Citus: { holds: "A statement of its own, on the node that the client is connected to" },
    CockroachDB: { holds: "A statement of its own" },
    YugabyteDB: { holds: "A statement of its own" },
  },
  "an isolation level": {
    CockroachDB: { cannot: "A transaction that is undone because of 40001 does not run again" },
    YugabyteDB: { holds: "READ COMMITTED is switched on, as the guide for growing says" },
  },
  "tables changed within transactions": {
    CockroachDB: { cannot: "All migrations are one transaction, which changes rows too" },
    YugabyteDB: { holds: "A migration that broke off in the middle is repaired by hand" },
  },
  "numbers of a sequence in the order they were asked for": {
    Citus: { holds: "The table is not distributed" },
    YugabyteDB: { holds: "`ysql_sequence_cache_minval` is set to 1, as the guide for growing says" },
  },
  "row-level security": {
    Citus: {
      cannot:
        "Distributed, no row of an organization would be visible: the nodes do not know whose the connection is",
    },
  },
};

it("each missing feature of a distributed database has a workaround, or a reason why there is none", () => {
  const used = findPostgresFeatures(new URL("..", import.meta.url));
  expect(Object.keys(remedies)).toEqual(Object.keys(used));
  const lacking = postgresFeatures.flatMap(({ name, elsewhere }) =>
    Object.hasOwn(used, name) ? [[name, Object.keys(elsewhere)]] : [],
  );
  expect(Object.entries(remedies).map(([name, remedy]) => [name, Object.keys(remedy)])).toEqual(lacking);
});
