import { formatReports } from "./attack-report.ts";
import { databases, runAttacks } from "./run-attacks.ts";

// The long form: `pnpm attack [database] [scale] [seed]`. Defaults to sqlite with scale 5. Exits with 1 if an
// attack succeeded.

const [name = "sqlite", ...numbers] = process.argv.slice(2);
const database = databases.find((each) => each === name);
const [scale = 5, seed = Math.floor(Math.random() * 1_000_000)] = numbers.map(Number);
if (database === undefined || !Number.isSafeInteger(scale) || scale < 1 || !Number.isSafeInteger(seed)) {
  console.error(`usage: one of ${databases.join(", ")}, then scale (at least 1) and seed as whole numbers`);
  process.exit(2);
}
const reports = await runAttacks({ scale, seed }, database);
console.log(formatReports(reports));
for (const { name, breaches } of reports) for (const breach of breaches) console.error(`${name}: ${breach}`);
process.exit(reports.every(({ breaches }) => breaches.length === 0) ? 0 : 1);
