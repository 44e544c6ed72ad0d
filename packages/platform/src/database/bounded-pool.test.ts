import { createTestDatabase } from "@plugboard/test-postgres";
import { setTimeout as delay } from "node:timers/promises";
import { Pool, type PoolClient } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { countStatements } from "../fixtures/count-statements.fixture.ts";
import { boundPool } from "./bounded-pool.ts";

async function openPool(
  scopeOf: "session" | "transaction" = "transaction",
  readScope = () => "org_1",
  timeoutMilliseconds = 60_000,
  // With a single connection, the next borrower gets the one whose statement failed.
  max = 1,
) {
  const pool = new Pool({
    connectionString: await createTestDatabase(),
    max,
    pipeline: scopeOf === "transaction",
  });
  onTestFinished(async () => await pool.end());
  const bound = boundPool(pool, {
    timeoutMilliseconds,
    scopeOf,
    readScope,
    processName: "",
  });
  return { pool, bound };
}

it("ends the transaction of a statement that failed before the connection goes back", async () => {
  const { pool, bound } = await openPool();
  const client = await bound.connect();
  await expect(client.query("select 1 / 0", [])).rejects.toThrow("division by zero");
  client.release();
  const { rows } = await pool.query("select 1 as one");
  expect(rows).toEqual([{ one: 1 }]);
});

it("ends a transaction that could not be scoped", async () => {
  const { pool, bound } = await openPool();
  // Makes the pool's attempt to set the scope of a transaction fail.
  await pool.query(
    "create function public.set_config(text, text, boolean) returns text language sql as $$ select (1 / 0)::text $$",
  );
  await pool.query("set search_path to public, pg_catalog");
  const client = await bound.connect();
  await expect(client.query("begin", [])).rejects.toThrow("division by zero");
  client.release();
  const { rows } = await pool.query("select 1 as one");
  expect(rows).toEqual([{ one: 1 }]);
});

const scopeIsSet = "select current_setting('plugboard.organizations') as scope where $1 = 1";

it.each([
  // Statements that don't change the scope of a session, then those that do, then transactions.
  ["session", { same: 1, changed: 2, transaction: 3, laterTransaction: 3 }],
  ["transaction", { same: 1, changed: 1, transaction: 3, laterTransaction: 3 }],
] as const)("sets the scope of a %s in few round trips", async (scopeOf, expected) => {
  let scope = "org_1";
  const { bound } = await openPool(scopeOf, () => scope);
  const { current } = countStatements("PostgreSQL");
  const run = async (...statements: readonly string[]): Promise<number> => {
    const before = current();
    const client = await bound.connect();
    const rows = [];
    for (const statement of statements)
      rows.push((await client.query<{ scope: string }>(statement, statement === scopeIsSet ? [1] : [])).rows);
    client.release();
    expect(rows[statements.indexOf(scopeIsSet)]).toEqual([{ scope }]);
    return current() - before;
  };
  await run(scopeIsSet);
  const same = await run(scopeIsSet);
  scope = "org_2,o'3";
  const changed = await run(scopeIsSet);
  scope = "org_4";
  const transaction = await run("begin", scopeIsSet, "commit");
  // A transaction's scope ends with it.
  scope = "org_2,o'3";
  await run(scopeIsSet);
  scope = "*";
  const laterTransaction = await run("begin", scopeIsSet, "rollback");
  expect({ same, changed, transaction, laterTransaction }).toEqual(expected);
});

it.each([
  // Two connections with a scope, one of which changes, and six reads; or two that get their first scope.
  ["scoped", 4 + 1 + 6],
  ["new", 2 + 6],
])(
  "keeps a connection for each of two scopes that alternate, from %s connections",
  async (from, expected) => {
    let scope = "*";
    const { pool, bound } = await openPool("session", () => scope, 60_000, 2);
    const { current } = countStatements("PostgreSQL");
    const readScope = async (): Promise<string | undefined> => {
      const client = await bound.connect();
      const { rows } = await client.query<{ scope: string }>(scopeIsSet, [1]);
      client.release();
      return rows[0]?.scope;
    };
    const connect = async () => {
      if (from === "new") return await pool.connect();
      const client = await bound.connect();
      await client.query(scopeIsSet, [1]);
      return client;
    };
    for (const client of await Promise.all([connect(), connect()])) client.release();
    const seen = [];
    for (let round = 0; round < 3; round += 1) for (scope of ["*", "org_1"]) seen.push(await readScope());
    expect(seen).toEqual(["*", "org_1", "*", "org_1", "*", "org_1"]);
    expect(current()).toBe(expected);
  },
);

it("waits for no idle connection that another borrower has requested", async () => {
  let scope = "*";
  const { pool, bound } = await openPool("session", () => scope, 60_000, 2);
  await Promise.all([pool.query("select 1"), pool.query("select 1")]);
  scope = "org_1";
  const first = bound.connect();
  // Requested after the pool lent the first connection, and before its borrower has it.
  const taken = new Promise<PoolClient>((resolve) => {
    pool.once("acquire", () => queueMicrotask(() => resolve(pool.connect())));
  });
  const other = await taken;
  const outcome = await Promise.race([first.then(() => "connected"), delay(1000, "waiting")]);
  other.release();
  (await first).release();
  expect(outcome).toBe("connected");
});

it.each(["commit", "rollback"])("scopes the statements after a %s", async (end) => {
  const { bound } = await openPool();
  const client = await bound.connect();
  for (const statement of ["begin", "select 1", end]) await client.query(statement, []);
  const { rows } = await client.query<{ scope: string }>(scopeIsSet, [1]);
  client.release();
  expect(rows).toEqual([{ scope: "org_1" }]);
});

it("closes the connection of a statement that took too long", async () => {
  const { pool, bound } = await openPool("session", undefined, 500);
  const client = await bound.connect();
  await expect(client.query("select pg_sleep(60)", [])).rejects.toMatchObject({ code: "ETIMEDOUT" });
  // A later statement would wait for the first.
  await expect(client.query("select 1", [])).rejects.toMatchObject({ code: "ETIMEDOUT" });
  client.release();
  const { rows } = await pool.query("select 1 as one");
  expect(rows).toEqual([{ one: 1 }]);
});

it("prepares frequent statements, and stops once a migration changes their result", async () => {
  const { pool, bound } = await openPool("session");
  await pool.query("create table prepared (value integer)");
  await pool.query("insert into prepared values (1)");
  const run = async (statement: string): Promise<unknown> => {
    const client = await bound.connect();
    return await client.query(statement, []).finally(() => client.release());
  };
  const frequent = "select value from prepared";
  for (let count = 0; count < 20; count += 1) {
    await run(frequent);
    await run("select * from prepared");
    await run(`select value + ${count} from prepared`);
  }
  const prepared = await pool.query("select statement from pg_prepared_statements");
  expect(prepared.rows).toEqual([{ statement: frequent }]);
  await pool.query("alter table prepared alter value type text");
  await expect(run(frequent)).rejects.toThrow("cached plan");
  expect(await run(frequent)).toMatchObject({ rows: [{ value: "1" }] });
});
