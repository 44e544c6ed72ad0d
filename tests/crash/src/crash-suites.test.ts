import { formatCrashTable } from "./format-crash-table.ts";
import { expect, test } from "vitest";
import {
  killGroup,
  killOnPostgres,
  killOnSqlite,
  killScriptRunner,
  restartPostgres,
} from "./crash-suites.ts";

test.for([
  ["a process on SQLite that is killed under load", killOnSqlite],
  ["a process on PostgreSQL that is killed under load", killOnPostgres],
  ["a process of one group of two on PostgreSQL that is killed under load", killGroup],
  ["a process on PostgreSQL whose server is stopped and started", restartPostgres],
  ["a server whose runner of scripts is killed", killScriptRunner],
] as const)(
  "%s loses nothing, and repeats at most what was in flight",
  { timeout: 120_000 },
  async ([, run]) => {
    const report = await run(3);
    console.log(formatCrashTable([report]));
    expect(report).toMatchObject({ strikes: 3, lost: 0, unexplained: 0, died: 0, problems: [] });
    expect(report.accepted).toBeGreaterThan(0);
    expect(report.duplicates).toBeLessThanOrEqual(report.inFlight);
  },
);
