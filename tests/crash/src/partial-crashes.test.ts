import { expect, test } from "vitest";
import { killGroup, killScriptRunner, restartPostgres } from "./crash-suites.ts";
import { nothingLost, strikeBriefly } from "./strike-briefly.fixture.ts";

// Apart from the others, so that both files can run at the same time.
test.for([
  ["a process of one group of two on PostgreSQL that is killed under load", killGroup],
  ["a process on PostgreSQL whose server is stopped and started", restartPostgres],
  ["a server whose runner of scripts is killed", killScriptRunner],
] as const)("%s loses nothing, and repeats at most what was in flight", async ([, run]) => {
  expect(await strikeBriefly(run)).toMatchObject(nothingLost);
});
