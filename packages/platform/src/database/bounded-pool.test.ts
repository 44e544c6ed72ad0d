import { createTestDatabase } from "@plugboard/test-postgres";
import { Pool } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { boundPool } from "./bounded-pool.ts";

async function openPool() {
  // One connection: a statement that fails hands it to the next borrower.
  const pool = new Pool({ connectionString: await createTestDatabase(), max: 1 });
  onTestFinished(async () => await pool.end());
  const bound = boundPool(pool, {
    timeoutMilliseconds: 60_000,
    scopeOf: "transaction",
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
