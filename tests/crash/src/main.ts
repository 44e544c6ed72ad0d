import { formatCrashTable } from "./format-crash-table.ts";
import {
  killGroup,
  killOnPostgres,
  killOnSqlite,
  killPostgres,
  killScriptRunner,
  restartPostgres,
} from "./crash-suites.ts";

// The long crash suite: `pnpm test:crash [strikes]`. `strikes` defaults to 100. Exits with 1 if an event was
// lost, a duplicate can't be explained, a process exited unexpectedly, or there was another problem.

const strikes = Number(process.argv[2] ?? 100);
if (!Number.isSafeInteger(strikes) || strikes < 1) {
  console.error(`strikes must be an integer of at least 1, not ${process.argv[2]}`);
  process.exit(2);
}

const reports = [
  await killOnSqlite(strikes),
  await killOnPostgres(strikes),
  await killGroup(strikes),
  await restartPostgres(strikes),
  await killScriptRunner(strikes),
];
const killed = await killPostgres(strikes);
console.log(formatCrashTable([...reports, killed]));
for (const { name, problems } of [...reports, killed])
  for (const problem of problems) console.error(`${name}: ${problem}`);
const isWhole = [...reports, killed].every(
  ({ lost, died, problems }) => lost === 0 && died === 0 && problems.length === 0,
);
process.exit(isWhole && reports.every(({ unexplained }) => unexplained === 0) ? 0 : 1);
