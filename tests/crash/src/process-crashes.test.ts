import { atNight } from "@plugboard/test-postgres";
import { expect, test } from "vitest";
import { killOnPostgres, killOnSqlite } from "./crash-suites.ts";
import { nothingLost, strikeBriefly } from "./strike-briefly.fixture.ts";

test.for([
  ["a process on SQLite that is killed under load", killOnSqlite],
  ...atNight(["a process on PostgreSQL that is killed under load", killOnPostgres] as const),
] as const)("%s loses no event, and repeats at most those in flight", async ([, run]) => {
  expect(await strikeBriefly(run)).toMatchObject(nothingLost);
});
