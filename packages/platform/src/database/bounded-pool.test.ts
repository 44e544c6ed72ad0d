import { createTestDatabase } from "@plugboard/test-postgres";
import { Pool } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { boundPool } from "./bounded-pool.ts";

async function openPool(scopeOf: "session" | "transaction" = "transaction") {
  // One connection: a statement that fails hands it to the next borrower.
  const pool = new Pool({ connectionString: await createTestDatabase(), max: 1 });
  onTestFinished(async () => await pool.end());
  const bound = boundPool(pool, {
    timeoutMilliseconds: 60_000,
    scopeOf,
    readScope: () => "org_1",
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
  // Refuses what the pool sets each transaction to.
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
