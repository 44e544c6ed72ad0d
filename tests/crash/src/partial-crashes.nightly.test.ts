import { expect, test } from "vitest";
import { killGroup, killScriptRunner, restartPostgres } from "./crash-suites.ts";
import { nothingLost, strikeBriefly } from "./strike-briefly.fixture.ts";

// In a separate file, so that both files can run concurrently.
test.for([
  ["a process of one of two groups on PostgreSQL that is killed under load", killGroup],
  ["a process on PostgreSQL whose server is restarted", restartPostgres],
  ["a server whose script runner is killed", killScriptRunner],
] as const)("%s loses no event, and repeats at most those in flight", async ([, run]) => {
  expect(await strikeBriefly(run)).toMatchObject(nothingLost);
});
