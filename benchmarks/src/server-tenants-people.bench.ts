import type { BenchTable } from "./bench-table.ts";
import { quantile } from "./quantile.ts";
import { createTenant, type Tenant } from "./server-people.ts";
import { startServerProcess } from "./server-process.ts";
import { steadyLoad } from "./steady-load.ts";

const callsPerSecond = 30;
const warmUpSeconds = 2;
const seconds = 10;
const floodingLoops = 24;

/**
 * Measures two tenants with people on one server. One sends requests without pause from many loops: edits and
 * reads in a member's session, and reads with an API key; each edit creates an event. The response times of
 * the other tenant are measured before and during this load.
 */
export async function run(): Promise<BenchTable> {
  const server = await startServerProcess();
  try {
    const [flooding, other] = [await createTenant(server, "flooding"), await createTenant(server, "other")];
    await measure(other, warmUpSeconds);
    const quiet = await measure(other, seconds);
    const flood = startFlood(flooding);
    await measure(other, warmUpSeconds);
    const beside = await measure(other, seconds);
    const { granted, refused } = await flood.stop();
    const total = warmUpSeconds + seconds;
    return {
      title: `Two tenants with people, one calling continuously from ${floodingLoops} loops`,
      rows: [
        { name: "the other tenant's calls without load, median", value: quiet.p50, unit: "ms", ratio: 1 },
        { name: "the same, p99", value: quiet.p99, unit: "ms", ratio: 1 },
        { name: "during the flood, median", value: beside.p50, unit: "ms", ratio: beside.p50 / quiet.p50 },
        {
          name: "during the flood, p99",
          value: beside.p99,
          unit: "ms",
          ratio: beside.p99 / quiet.p99,
          bar: { relation: "≤", limit: 3 },
        },
        { name: "accepted calls of the flood", value: granted / total, unit: "calls/s" },
        { name: "calls of the flood rejected by quotas", value: refused / total, unit: "calls/s" },
      ],
    };
  } finally {
    await server.stop();
  }
}

async function measure(tenant: Tenant, duration: number) {
  const latencies: number[] = [];
  const calls = [tenant.read, tenant.readWithKey, () => tenant.edit(`At ${performance.now()}`)];
  await steadyLoad(callsPerSecond, callsPerSecond * duration, async (index) => {
    const start = performance.now();
    const status = await calls[index % calls.length]?.();
    if (status !== 200) throw new Error(`a call of the quiet tenant got ${status}`);
    latencies.push(performance.now() - start);
  });
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

function startFlood(tenant: Tenant) {
  const ending = new AbortController();
  let granted = 0;
  let refused = 0;
  const calls = [tenant.read, tenant.readWithKey, () => tenant.edit(`At ${performance.now()}`)];
  const loop = async (first: number): Promise<void> => {
    for (let index = first; !ending.signal.aborted; index += 1) {
      const status = await calls[index % calls.length]?.();
      if (status === 200) granted += 1;
      else if (status === 429) refused += 1;
      else throw new Error(`a call of the flood got ${status}`);
    }
  };
  const loops = Promise.all(Array.from({ length: floodingLoops }, (_each, index) => loop(index)));
  return {
    stop: async () => {
      ending.abort();
      await loops;
      return { granted, refused };
    },
  };
}
