import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { quantile } from "./quantile.ts";
import { registerWebhooks } from "./server-platform.ts";
import type { ServerProcess } from "./server-process.ts";
import { type ServerReceiver, startServerReceiver } from "./server-receiver.ts";
import { steadyLoad } from "./steady-load.ts";

/**
 * The time from when an event's request was due until its webhook arrived, and the number of arrivals per
 * second.
 */
export interface WebhookLatency {
  readonly perSecond: number;
  /** The server's CPU time per event; `undefined` on systems other than Linux. */
  readonly processorMicroseconds?: number | undefined;
  readonly p50: number;
  readonly p99: number;
}

const warmUpSeconds = 3;
/** A late server is slow; one that stops sending has lost events. */
const patienceMilliseconds = 30_000;

/** Visitors of a server, and a receiver for the webhooks of their ratings. */
export interface RatingLoad {
  /** Lets visitors rate a page at a steady rate and measures when the webhooks arrive. */
  readonly measure: (perSecond: number, seconds: number) => Promise<WebhookLatency>;
  /** Does the same for at least a second, as long as `isGoingOn` returns true. */
  readonly measureWhile: (
    perSecond: number,
    isGoingOn: () => Promise<boolean>,
  ) => Promise<Pick<WebhookLatency, "p50" | "p99">>;
  readonly close: () => Promise<void>;
}

/** Starts a receiver and registers it with its own integration. */
export async function startRatingLoad(server: ServerProcess): Promise<RatingLoad> {
  const receiver = await startServerReceiver();
  await registerWebhooks(server, "benchmark", [receiver.url]);
  return startRatings(server.sitesUrl, receiver);
}

/**
 * Rates a page of sites whose webhooks go to a receiver. Rating is the cheapest request that commits an event: a form
 * post with a redirect as response.
 */
export function startRatings(sitesUrl: string, receiver: ServerReceiver): RatingLoad {
  const visitors = new Pool(sitesUrl, { connections: 64 });
  const rate = async (index: number): Promise<void> => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      referer: String(index),
    };
    const { statusCode, body } = await visitors.request({
      method: "POST",
      path: "/sites/handbook/feedback/feedback",
      headers,
      body: "rating=good",
    });
    await body.dump();
    if (statusCode !== 303) throw new Error(`a rating got ${statusCode}`);
  };
  const rateFor = async (perSecond: number, seconds: number) => {
    const dueTimes = await steadyLoad(perSecond, Math.round(perSecond * seconds), rate);
    return { dueTimes, arrivals: await takeArrivals(receiver, dueTimes.length) };
  };
  return {
    measure: async (perSecond, seconds) => {
      const { dueTimes, arrivals } = await rateFor(perSecond, seconds);
      return summarize(dueTimes, arrivals);
    },
    measureWhile: async (perSecond, isGoingOn) => {
      const latencies: number[] = [];
      do {
        const { dueTimes, arrivals } = await rateFor(perSecond, 1);
        latencies.push(...latenciesOf(dueTimes, arrivals));
      } while (await isGoingOn());
      return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
    },
    close: async () => {
      await visitors.close();
      await receiver.close();
    },
  };
}

/** Measures webhook latency at several steady rates in sequence, each after a warm-up. */
export async function measureWebhookLatency(
  server: ServerProcess,
  rates: readonly number[],
  seconds: number,
): Promise<readonly WebhookLatency[]> {
  const load = await startRatingLoad(server);
  const latencies: WebhookLatency[] = [];
  try {
    for (const perSecond of rates) {
      await load.measure(perSecond, warmUpSeconds);
      const before = await server.processorMicroseconds();
      const latency = await load.measure(perSecond, seconds);
      const after = await server.processorMicroseconds();
      const processorMicroseconds =
        before === undefined || after === undefined
          ? undefined
          : (after - before) / Math.round(perSecond * seconds);
      latencies.push({ ...latency, processorMicroseconds });
    }
    return latencies;
  } finally {
    await load.close();
  }
}

/** Waits for this many webhooks. Returns when each first arrived, by the index of its rating. */
async function takeArrivals(receiver: ServerReceiver, count: number): Promise<ReadonlyMap<string, number>> {
  const arrivals = new Map<string, number>();
  let lastNews = performance.now();
  for (;;) {
    for (const [referrer, time] of await receiver.takeArrivals()) {
      if (!arrivals.has(referrer)) arrivals.set(referrer, time);
      lastNews = performance.now();
    }
    if (arrivals.size === count) return arrivals;
    if (performance.now() - lastNews > patienceMilliseconds)
      throw new Error(`${count - arrivals.size} of ${count} webhooks did not arrive`);
    await delay(100);
  }
}

function latenciesOf(dueTimes: readonly number[], arrivals: ReadonlyMap<string, number>): number[] {
  return dueTimes.map((due, index) => (arrivals.get(String(index)) ?? Number.NaN) - due);
}

function summarize(dueTimes: readonly number[], arrivals: ReadonlyMap<string, number>): WebhookLatency {
  const latencies = latenciesOf(dueTimes, arrivals);
  const last = Math.max(...arrivals.values());
  return {
    perSecond: (arrivals.size * 1000) / (last - (dueTimes[0] ?? Number.NaN)),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}
