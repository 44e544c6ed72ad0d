import { setTimeout as delay } from "node:timers/promises";
import type { BenchTable } from "./bench-table.ts";
import { measureCommitTime } from "./commit-time.ts";
import { quantile } from "./quantile.ts";
import { serverIsBuilt, startServerProcess } from "./server-process.ts";
import { measureWebhookLatency } from "./server-webhook-latency.ts";

const starts = 5;
const idleMilliseconds = 5000;
const eventsPerSecond = 1000;
const moreEventsPerSecond = 1500;
/** More than one process can handle. The measured rate is its maximum. */
const mostEventsPerSecond = 4000;
/** Few enough for small batches. Measured last, on a warm server. */
const fewEventsPerSecond = 250;
const seconds = 10;

/** Starts the reference server on SQLite and measures everything an operator would notice. */
export async function run(): Promise<BenchTable> {
  const readyTimes: number[] = [];
  for (let start = 1; start < starts; start += 1) {
    const server = await startServerProcess();
    readyTimes.push(server.readyMilliseconds);
    await server.stop();
  }
  const server = await startServerProcess();
  try {
    readyTimes.push(server.readyMilliseconds);
    await delay(idleMilliseconds);
    const idleBytes = await server.residentBytes();
    const commitTime = await measureCommitTime();
    const rates = [eventsPerSecond, moreEventsPerSecond, mostEventsPerSecond, fewEventsPerSecond];
    const [latency, more, most, few] = await measureWebhookLatency(server, rates, seconds);
    if (latency === undefined || more === undefined || most === undefined || few === undefined)
      throw new Error("a rate was not measured");
    const load = `at ${eventsPerSecond} events/s`;
    const busyBytes = await server.residentBytes();
    return {
      title: `The reference server on SQLite, ${serverIsBuilt ? "as built" : "from source, not built"}`,
      rows: [
        {
          name: `time to ready, median of ${starts} starts on an empty data folder`,
          value: quantile(readyTimes, 0.5),
          unit: "ms",
          bar: { relation: "≤", limit: 1500 },
        },
        {
          name: "idle memory (RSS)",
          value: idleBytes / 1e6,
          unit: "MB",
          bar: { relation: "≤", limit: 120 },
        },
        { name: "for comparison: one synced SQLite commit on this disk", value: commitTime, unit: "ms" },
        { name: `request due → webhook arrived, median, ${load}`, value: latency.p50, unit: "ms" },
        {
          name: `request due → webhook arrived, p99, ${load}`,
          value: latency.p99,
          unit: "ms",
        },
        { name: "webhooks received", value: latency.perSecond, unit: "per second" },
        ...(latency.processorMicroseconds === undefined
          ? []
          : [
              {
                name: `CPU time per event, ${load}`,
                value: latency.processorMicroseconds,
                unit: "µs",
              },
            ]),
        {
          name: `request due → webhook arrived, p99, at ${moreEventsPerSecond} events/s`,
          value: more.p99,
          unit: "ms",
        },
        {
          name: `webhooks received, at ${mostEventsPerSecond} events/s`,
          value: most.perSecond,
          unit: "per second",
        },
        ...(few.processorMicroseconds === undefined
          ? []
          : [
              {
                name: `CPU time per second, at ${fewEventsPerSecond} events/s`,
                value: (few.processorMicroseconds * fewEventsPerSecond) / 1e6,
                unit: "cores",
              },
            ]),
        { name: "memory after the load", value: busyBytes / 1e6, unit: "MB" },
      ],
    };
  } finally {
    await server.stop();
  }
}
