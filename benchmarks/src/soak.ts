import { parseArgs } from "node:util";
import type { BenchRow } from "./bench-table.ts";
import { formatTable } from "./format-table.ts";
import { quantile } from "./quantile.ts";
import { startServerProcess } from "./server-process.ts";
import { startRatingLoad } from "./server-webhook-latency.ts";

// `pnpm soak --minutes 30 --rate 200` puts the reference server under a steady load for a long time. Reports
// memory use, and exits with 1 if a webhook is lost or memory keeps growing.

const roundSeconds = 10;
/** The maximum growth of memory from the second fifth of the run to the last, as a fraction. */
const maxGrowth = 0.25;
const roundsForGrowth = 20;

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "30" }, rate: { type: "string", default: "200" } },
});
const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
if (!(minutes > 0) || !(rate > 0)) {
  console.error("--minutes and --rate must be numbers above 0");
  process.exit(2);
}

const server = await startServerProcess();
const rounds: { readonly megabytes: number; readonly p99: number }[] = [];
try {
  const load = await startRatingLoad(server);
  const count = Math.max(1, Math.round((minutes * 60) / roundSeconds));
  for (let round = 1; round <= count; round += 1) {
    // Throws if a webhook doesn't arrive.
    const { p99 } = await load.measure(rate, roundSeconds);
    rounds.push({ megabytes: (await server.residentBytes()) / 1e6, p99 });
    if (round % 6 === 0)
      console.log(`${round / 6} min: ${rounds.at(-1)?.megabytes.toFixed(0)} MB, p99 ${p99.toFixed(1)} ms`);
  }
  await load.close();
} finally {
  await server.stop();
}

const memory = rounds.map(({ megabytes }) => megabytes);
const fifth = Math.max(1, Math.floor(memory.length / 5));
const early = quantile(memory.slice(fifth, 2 * fifth + 1), 0.5);
const late = quantile(memory.slice(-fifth), 0.5);
const growth = late / early - 1;
// In short runs, memory is still growing to its stable level.
const judged = memory.length >= roundsForGrowth;
const rows: BenchRow[] = [
  {
    name: "webhooks received, out of as many events",
    value: rounds.length * rate * roundSeconds,
    unit: "webhooks",
  },
  { name: "memory, median of the second fifth", value: early, unit: "MB" },
  { name: "memory, median of the last fifth", value: late, unit: "MB", ratio: late / early },
  { name: "maximum memory", value: Math.max(...memory), unit: "MB" },
  {
    name: "request due → webhook arrived, median of the p99 of each 10 s",
    value: quantile(
      rounds.map(({ p99 }) => p99),
      0.5,
    ),
    unit: "ms",
  },
];
console.log(formatTable({ title: `${minutes} minutes at ${rate} events/s`, rows }));
if (judged && growth > maxGrowth) {
  console.error(`Memory kept growing: by ${(growth * 100).toFixed(0)} %.`);
  process.exitCode = 1;
}
