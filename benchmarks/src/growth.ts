import { parseArgs } from "node:util";
import { createDeliveryWorker, type DeliveryStore, defaultCircuitPolicy } from "@plugboard/webhook-delivery";
import { type GrowthSize, type GrowthStore, openGrowthPostgres, openGrowthSqlite } from "./growth-store.ts";
import { quantile } from "./quantile.ts";

// `pnpm bench:growth`: the cost of delivery as tables grow. `--quick` takes two minutes; `--essential` measures the sizes that have bars,
// a short queue and the largest; `--size queued,endpoints,history` measures one size; `--store sqlite` or `--store postgres` one store.
// The CPU time covers this process and the database, and is less affected by other load than the rate.

const fullSizes: readonly GrowthSize[] = [
  { queued: 1_000, endpoints: 100, history: 1_000 },
  { queued: 100_000, endpoints: 1_000, history: 1_000_000 },
  { queued: 1_000_000, endpoints: 10_000, history: 100_000 },
  { queued: 1_000_000, endpoints: 100_000, history: 1_000_000 },
];
const quickSizes: readonly GrowthSize[] = [
  { queued: 1_000, endpoints: 100, history: 1_000 },
  { queued: 100_000, endpoints: 2_000, history: 100_000 },
];
const essentialSizes: readonly GrowthSize[] = [
  { queued: 10_000, endpoints: 1_000, history: 0 },
  { queued: 1_000_000, endpoints: 100_000, history: 100_000 },
];
const opened = { sqlite: openGrowthSqlite, postgres: openGrowthPostgres };
const event = { type: "growth", body: JSON.stringify({ text: "x".repeat(1_000) }) };
const circuitPolicy = defaultCircuitPolicy;
const day = 86_400_000;

interface Measurement {
  readonly step: string;
  readonly value: number;
  readonly unit: string;
  /** The CPU time of each (µs). */
  readonly cost?: number;
}

const { values } = parseArgs({
  options: {
    quick: { type: "boolean" },
    essential: { type: "boolean" },
    size: { type: "string" },
    store: { type: "string" },
  },
});
const isEssential = values.essential === true;
const sizes = isEssential
  ? essentialSizes
  : values.size === undefined
    ? values.quick === true
      ? quickSizes
      : fullSizes
    : [parseSize(values.size)];

for (const [name, open] of Object.entries(opened)) {
  if (values.store !== undefined && values.store !== name) continue;
  const first = new Map<string, Measurement>();
  for (const size of sizes) {
    console.log(`\n${name}: ${size.queued} queued, ${size.endpoints} endpoints, ${size.history} kept`);
    const growth = await open();
    for await (const measurement of measure(growth, size)) {
      const { step, value, unit, cost } = measurement;
      const known = first.get(step);
      if (known === undefined) first.set(step, measurement);
      const parts = [
        `  ${step.padEnd(44)} ${format(value).padStart(9)} ${unit}`,
        ...(cost === undefined ? [] : [`${format(cost)} µs of a processor each`]),
        ...(known === undefined ? [] : [`× ${format(value / known.value)} of the first size`]),
        ...(known?.cost === undefined || cost === undefined
          ? []
          : [`× ${format(known.cost / cost)} by processor time`]),
      ];
      console.log(parts.join(", "));
    }
    await growth.close();
  }
}

function parseSize(text: string): GrowthSize {
  const [queued = 0, endpoints = 1, history = 0] = text.split(",").map(Number);
  return { queued, endpoints, history };
}

function format(value: number): string {
  return value.toLocaleString(
    "en",
    value < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 },
  );
}

async function* measure(growth: GrowthStore, size: GrowthSize): AsyncGenerator<Measurement> {
  const { store } = growth;
  const rate = async (step: string, count: number, act: () => Promise<unknown>): Promise<Measurement> => {
    const before = await growth.microseconds();
    const milliseconds = await timed(act);
    const cost = ((await growth.microseconds()) - before) / count;
    return { step, value: (count * 1_000) / milliseconds, unit: "a second", cost };
  };
  yield { step: "filled", unit: "ms", value: await timed(() => growth.fill(size)) };
  yield await rate("deliveries of one event to all endpoints", size.endpoints, () => fanOut(store, size));
  yield await rate("enqueue, 20 events a call", 2_000, () => enqueueMany(store, size));
  const sent = Math.min(size.queued, 10_000) / 2;
  yield await rate("claim and record, 256 in flight", sent, () => drain(store, sent));
  yield await rate("worker without HTTP, default settings", sent, () => work(store, sent));
  if (!isEssential) yield* measureReading(store);
  await growth.keepBack();
  const settled = await settle(store);
  yield { step: "until claims have visited all held-back endpoints", unit: "ms", value: settled };
  const latencies = await liveLatencies(store);
  yield {
    step: "live events with nine tenths of endpoints held back, p50",
    unit: "ms",
    value: quantile(latencies, 0.5),
  };
  yield {
    step: "live events with nine tenths of endpoints held back, p99",
    unit: "ms",
    value: quantile(latencies, 0.99),
  };
  yield await rate("ordered, 50 groups, all other endpoints held back", 1_000, () => drainOrdered(store));
}

async function* measureReading(store: DeliveryStore): AsyncGenerator<Measurement> {
  for (const [step, query] of lists()) {
    yield { step: `list ${step}`, unit: "ms", value: await median(() => store.listDeliveries(query)) };
  }
  const since = Date.now() - day;
  yield {
    step: "statistics",
    unit: "ms",
    value: await median(() => store.endpointStatistics("e1", { since })),
  };
  const keep = { deliveredMilliseconds: 30 * day, failedMilliseconds: 90 * day };
  yield {
    step: "retention, nothing to remove",
    unit: "ms",
    value: await timed(() => removeAll(store, keep)),
  };
  const remove = { deliveredMilliseconds: 3_600_000, failedMilliseconds: 90 * day };
  yield { step: "retention, one batch", unit: "ms", value: await median(() => store.removeExpired(remove)) };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

async function median(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) times.push(await timed(act));
  return quantile(times, 0.5);
}

function endpointIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `e${index + 1}`);
}

async function fanOut(store: DeliveryStore, { endpoints }: GrowthSize): Promise<void> {
  await store.enqueue([{ ...event, id: "fan-out", endpointIds: endpointIds(endpoints) }]);
}

async function enqueueMany(store: DeliveryStore, { endpoints }: GrowthSize): Promise<void> {
  for (let call = 0; call < 100; call += 1) {
    await store.enqueue(
      Array.from({ length: 20 }, (_, index) => {
        const number = call * 20 + index;
        return { ...event, id: `new-${number}`, endpointIds: [`e${1 + (number % endpoints)}`] };
      }),
    );
  }
}

/** Claims and records like a worker, without one: the cost of the store alone. */
async function drain(store: DeliveryStore, count: number): Promise<void> {
  const leaseId = await store.openLease(60_000);
  let cursor: string | undefined;
  for (let done = 0; done < count; ) {
    const claim = await store.claim({
      leaseId,
      limit: 256,
      roomOf: () => 32,
      circuitPolicy,
      ...(cursor === undefined ? {} : { cursor }),
    });
    cursor = claim.cursor;
    const records = claim.deliveries.map((delivery) => ({
      delivery,
      result: { startedAt: Date.now(), status: 200, requestHeaders: {}, timings: { total: 1 } },
      outcome: { state: "delivered" as const },
    }));
    await store.recordAttempts({ records, circuitPolicy, disableAfterMilliseconds: day });
    done += records.length;
    if (records.length === 0) break;
  }
  await store.closeLease(leaseId);
}

async function work(store: DeliveryStore, count: number): Promise<void> {
  let left = count;
  await new Promise<void>((resolve) => {
    const worker = createDeliveryWorker({
      store,
      async send() {
        left -= 1;
        if (left === 0) void worker.stop().then(resolve);
        return { startedAt: Date.now(), status: 200, requestHeaders: {}, timings: { total: 1 } };
      },
    });
    worker.start();
  });
}

async function drainOrdered(store: DeliveryStore): Promise<void> {
  const { id } = await store.createEndpoint({
    tenant: "ordered",
    url: "https://hooks.example.com",
    eventTypes: [],
    secrets: [],
  });
  await store.enqueue(
    Array.from({ length: 1_000 }, (_, index) => ({
      ...event,
      id: `ordered-${index}`,
      endpointIds: [id],
      ordering: { key: `key-${index % 50}`, onFailure: "skip" as const },
    })),
  );
  let left = 1_000;
  await new Promise<void>((resolve) => {
    const worker = createDeliveryWorker({
      store,
      async send({ ordering }) {
        if (ordering !== undefined) left -= 1;
        if (left === 0) void worker.stop().then(resolve);
        return { startedAt: Date.now(), status: 200, requestHeaders: {}, timings: { total: 1 } };
      },
    });
    worker.start();
  });
}

function lists(): readonly (readonly [string, Parameters<DeliveryStore["listDeliveries"]>[0]])[] {
  return [
    ["all", {}],
    ["failed", { states: ["failed"] }],
    ["pending", { states: ["scheduled", "waiting", "sending"] }],
    ["delivered", { states: ["delivered"] }],
    ["of an endpoint", { endpointId: "e7" }],
    ["of an endpoint, failed", { endpointId: "e7", states: ["failed"] }],
    ["of a tenant", { tenant: "t3" }],
    ["of a tenant, failed", { tenant: "t3", states: ["failed"] }],
    ["of an unknown tenant", { tenant: "nobody" }],
    ["of an event type that nothing has", { eventType: "none" }],
    ["of an event", { eventId: "new-5" }],
    ["created before all", { createdBefore: 1 }],
  ];
}

async function removeAll(
  store: DeliveryStore,
  policy: Parameters<DeliveryStore["removeExpired"]>[0],
): Promise<void> {
  while (await store.removeExpired(policy));
}

/**
 * Claims until no held-back endpoint is visited anymore. Each is visited once more after it was held back,
 * but in production, circuits open and limits are reached over time, so these visits never pile up like this.
 */
async function settle(store: DeliveryStore): Promise<number> {
  const leaseId = await store.openLease(600_000);
  const time = await timed(async () => {
    let cursor: string | undefined;
    for (let more = "now"; more === "now"; ) {
      const claim = await store.claim({
        leaseId,
        limit: 256,
        roomOf: () => 1,
        circuitPolicy,
        ...(cursor === undefined ? {} : { cursor }),
      });
      ({ cursor, more } = claim);
    }
  });
  await store.closeLease(leaseId);
  return time;
}

/** Measures the time from `enqueue` to `send` at endpoints that aren't held back and have no backlog. */
async function liveLatencies(store: DeliveryStore): Promise<number[]> {
  const live: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    const { id } = await store.createEndpoint({
      tenant: `live-${count}`,
      url: "https://hooks.example.com",
      eventTypes: [],
      secrets: [],
    });
    live.push(id);
  }
  const started = new Map<string, number>();
  const latencies: number[] = [];
  let arrived = (): void => {};
  const worker = createDeliveryWorker({
    store,
    async send({ eventId }) {
      const start = started.get(eventId);
      if (start !== undefined) {
        latencies.push(performance.now() - start);
        arrived();
      }
      return { startedAt: Date.now(), status: 200, requestHeaders: {}, timings: { total: 1 } };
    },
  });
  worker.start();
  for (let count = 0; count < 200; count += 1) {
    const id = `live-${count}`;
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    started.set(id, performance.now());
    await store.enqueue([{ ...event, id, endpointIds: live.slice(count % 10).slice(0, 1) }]);
    await Promise.race([arrival, new Promise((resolve) => setTimeout(resolve, 5_000))]);
  }
  await worker.stop();
  return latencies;
}
