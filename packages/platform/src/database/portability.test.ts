import { type DistributedDatabase, findPostgresFeatures, postgresFeatures } from "@plugboard/test-postgres";
import { expect, it } from "vitest";

/**
 * The reason the platform works on a database that lacks a feature or implements it differently, or the
 * reason it doesn't.
 */
type Remedy = { readonly holds: string } | { readonly cannot: string };

const remedies: Readonly<Record<string, { readonly [Database in DistributedDatabase]?: Remedy }>> = {
  "LISTEN and NOTIFY": {
    Citus: { holds: "The table is not distributed; clients connect to one node" },
    CockroachDB: { cannot: "The statements fail" },
    YugabyteDB: { holds: "Older versions poll" },
  },
  "row locks": {
    Citus: { holds: "Only used for migrations, in a table that is not distributed" },
    CockroachDB: { holds: "Only used for migrations" },
  },
  "functions, procedures and code blocks": {
    Citus: { holds: "Only used by a trigger on a table that is not distributed" },
    CockroachDB: { cannot: "Only used by a statement-level trigger" },
  },
  "triggers and rules": {
    Citus: { holds: "The table is not distributed" },
    CockroachDB: { cannot: "The only trigger is statement-level" },
  },
  "partial indexes": { CockroachDB: { holds: "No dropped column is used in a condition" } },
  "settings of a transaction or session": {
    Citus: { holds: "A separate statement, on the node the client is connected to" },
    CockroachDB: { holds: "A separate statement" },
    YugabyteDB: { holds: "A separate statement" },
  },
  "an isolation level": {
    CockroachDB: { cannot: "Transactions rolled back with 40001 are not retried" },
    YugabyteDB: { holds: "READ COMMITTED is turned on, as the guide to growing requires" },
  },
  "tables changed within transactions": {
    CockroachDB: { cannot: "All migrations run in one transaction, which also changes rows" },
    YugabyteDB: { holds: "An interrupted migration must be repaired by hand" },
  },
  "sequence numbers in the order of the requests": {
    Citus: { holds: "The table is not distributed" },
    YugabyteDB: { holds: "`ysql_sequence_cache_minval` is set to 1, as the guide to growing requires" },
  },
  "row-level security": {
    Citus: {
      cannot: "If distributed, no rows would be visible: the nodes do not know the connection's organization",
    },
  },
};

it("each missing feature of a distributed database has a workaround, or a reason it has none", () => {
  const used = findPostgresFeatures(new URL("..", import.meta.url));
  expect(Object.keys(remedies)).toEqual(Object.keys(used));
  const lacking = postgresFeatures.flatMap(({ name, elsewhere }) =>
    Object.hasOwn(used, name) ? [[name, Object.keys(elsewhere)]] : [],
  );
  expect(Object.entries(remedies).map(([name, remedy]) => [name, Object.keys(remedy)])).toEqual(lacking);
});
