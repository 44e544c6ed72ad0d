import { formatReports } from "./attack-report.ts";
import { runAttacks } from "./run-attacks.ts";

// The long form: `pnpm attack [scale] [seed]`, scale 5 when absent. Exits with 1 when anything got through.

const [scale = 5, seed = Math.floor(Math.random() * 1_000_000)] = process.argv.slice(2).map(Number);
if (!Number.isSafeInteger(scale) || scale < 1 || !Number.isSafeInteger(seed)) {
  console.error("scale and seed must be whole numbers, and scale at least 1");
  process.exit(2);
}
const reports = await runAttacks(scale, seed);
console.log(formatReports(reports));
for (const { name, breaches } of reports) for (const breach of breaches) console.error(`${name}: ${breach}`);
process.exit(reports.every(({ breaches }) => breaches.length === 0) ? 0 : 1);
