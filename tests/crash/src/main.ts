import { formatCrashTable } from "./format-crash-table.ts";
import {
  killOnPostgres,
  killOnSqlite,
  killPostgres,
  killScriptRunner,
  restartPostgres,
} from "./crash-suites.ts";

// The long crash suite: `pnpm test:crash [strikes]`, 100 when absent. Exits with 1 when an event was lost, a duplicate
// cannot be explained by what was in flight, or a process ended by itself.

const strikes = Number(process.argv[2] ?? 100);
if (!Number.isSafeInteger(strikes) || strikes < 1) {
  console.error(`the number of strikes is ${process.argv[2]}; it must be a whole number of at least 1`);
  process.exit(2);
}

const reports = [
  await killOnSqlite(strikes),
  await killOnPostgres(strikes),
  await restartPostgres(strikes),
  await killScriptRunner(strikes),
];
const killed = await killPostgres(strikes);
console.log(formatCrashTable([...reports, killed]));
const isWhole = [...reports, killed].every(({ lost, died }) => lost === 0 && died === 0);
process.exit(isWhole && reports.every(({ unexplained }) => unexplained === 0) ? 0 : 1);
