import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { setUpStorage } from "../fixtures/set-up-storage.fixture.ts";

const used = setUpStorage("SQLite");

it("runs one long statement per turn", async () => {
  const { db } = used.storage();
  const select = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000000)
    select count(*) from numbers`;
  const turns: number[] = [];
  let turn = 0;
  const over = new AbortController();
  const countTurns = async (): Promise<void> => {
    for (; !over.signal.aborted; turn += 1) await nextTurn();
  };
  const counting = countTurns();
  await db.transaction().execute(async (transaction) => {
    for (let count = 0; count < 6; count += 1) {
      await select.execute(transaction);
      turns.push(turn);
    }
  });
  over.abort();
  await counting;
  expect(new Set(turns).size).toBe(6);
});

it("serves other work during a transaction of many statements", async () => {
  const { db } = used.storage();
  let turns = 0;
  const over = new AbortController();
  const countTurns = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await nextTurn();
      turns += 1;
    }
  };
  const counting = countTurns();
  await db.transaction().execute(async (transaction) => {
    await nextTurn();
    const before = turns;
    const { user, system } = process.cpuUsage();
    const busy = (): number => {
      const used = process.cpuUsage();
      return used.user + used.system - user - system;
    };
    while (busy() < 300_000) await transaction.selectFrom("settings").selectAll().execute();
    // Pauses at least every 20 ms, of which some may be spent in other threads.
    expect(turns - before).toBeGreaterThanOrEqual(5);
  });
  over.abort();
  await counting;
});
