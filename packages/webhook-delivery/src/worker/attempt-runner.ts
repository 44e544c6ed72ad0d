import type { AttemptRecord, Claim, ClaimedDelivery } from "../delivery-queue.ts";
import type { Endpoint } from "../model/endpoint.ts";
import type { RetryPolicy } from "../policy/retry-policy.ts";
import type { Send } from "./delivery-worker-options.ts";
import { makeAttempt, toAttemptRecord } from "./make-attempt.ts";
import type { WorkerTelemetry } from "./telemetry.ts";

/** What an attempt runner works with. */
export interface AttemptRunnerOptions {
  readonly send: Send;
  readonly retryPolicy: RetryPolicy;
  /** Attempts in flight at once. */
  readonly concurrency: number;
  /** Attempts in flight at once to one endpoint. */
  readonly perEndpoint: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: () => number;
  readonly telemetry: WorkerTelemetry;
  /** Called with each finished attempt. */
  readonly finished: (record: AttemptRecord) => void;
}

/** Makes attempts and decides what follows from them. */
export interface AttemptRunner {
  readonly inFlight: number;
  /** Deliveries it was given and is not done with. One that failed counts until it is settled. */
  readonly held: number;
  /** The same, by endpoint id. */
  readonly heldByEndpoint: ReadonlyMap<string, number>;
  /** Takes deliveries on. Those that there is no slot for yet wait for one. */
  run(claim: Claim): void;
  /**
   * Frees the slots of failed attempts, when the store knows of them. Sooner, an endpoint that fails would be sent more than
   * its circuit lets through.
   */
  settle(records: readonly AttemptRecord[]): void;
  /** Takes out the deliveries to these endpoints that have not been started, and forgets them. */
  withdraw(endpointIds: readonly string[]): readonly ClaimedDelivery[];
  /** Starts no further attempt. */
  hold(): void;
  /** Ends the attempts in flight with `aborted`. */
  abort(): void;
  /** Resolves when no attempt is in flight. */
  idle(): Promise<void>;
}

/** Creates an attempt runner with nothing in flight. */
export function createAttemptRunner(options: AttemptRunnerOptions): AttemptRunner {
  const { concurrency, perEndpoint, now, telemetry, finished } = options;
  const controller = new AbortController();
  let inFlight = 0;
  const idleListeners: (() => void)[] = [];
  const slots = createTally();
  const held = createTally();
  let waiting: { readonly delivery: ClaimedDelivery; readonly endpoint: Endpoint }[] = [];
  const holding = new AbortController();

  function startWaiting(): void {
    while (!holding.signal.aborted && slots.total < concurrency) {
      const next = waiting.findIndex(({ endpoint }) => slots.of(endpoint.id) < perEndpoint);
      if (next === -1) return;
      for (const { delivery, endpoint } of waiting.splice(next, 1)) void start(delivery, endpoint);
    }
  }

  function free(endpointId: string): void {
    slots.add(endpointId, -1);
    held.add(endpointId, -1);
    startWaiting();
  }

  async function start(delivery: ClaimedDelivery, endpoint: Endpoint): Promise<void> {
    slots.add(endpoint.id, 1);
    inFlight += 1;
    telemetry.started(delivery, now());
    const result = await telemetry.traceAttempt(delivery, endpoint, () =>
      makeAttempt(options, delivery, endpoint, controller.signal),
    );
    const record = toAttemptRecord(options, delivery, result);
    telemetry.ended(record, endpoint);
    inFlight -= 1;
    if (record.outcome.state === "delivered") free(endpoint.id);
    finished(record);
    if (inFlight === 0) for (const resolve of idleListeners.splice(0)) resolve();
  }

  return {
    get inFlight() {
      return inFlight;
    },
    get held() {
      return held.total;
    },
    heldByEndpoint: held.counts,
    run({ deliveries, endpoints }) {
      for (const delivery of deliveries) {
        const endpoint = endpoints.get(delivery.endpointId);
        if (endpoint === undefined) continue;
        held.add(endpoint.id, 1);
        waiting.push({ delivery, endpoint });
      }
      startWaiting();
    },
    settle(records) {
      for (const { delivery, outcome } of records) {
        if (outcome.state !== "delivered") free(delivery.endpointId);
      }
    },
    withdraw(endpointIds) {
      const withdrawn = waiting.filter(({ endpoint }) => endpointIds.includes(endpoint.id));
      if (withdrawn.length === 0) return [];
      waiting = waiting.filter(({ endpoint }) => !endpointIds.includes(endpoint.id));
      for (const { endpoint } of withdrawn) held.add(endpoint.id, -1);
      return withdrawn.map(({ delivery }) => delivery);
    },
    hold() {
      holding.abort();
    },
    abort: () => controller.abort(),
    idle: () =>
      new Promise((resolve) => {
        if (inFlight === 0) resolve();
        else idleListeners.push(resolve);
      }),
  };
}

/** Counts by key, and in all. */
interface Tally {
  readonly total: number;
  /** Keys whose count is 0 are left out. */
  readonly counts: ReadonlyMap<string, number>;
  of(key: string): number;
  add(key: string, change: 1 | -1): void;
}

function createTally(): Tally {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    counts,
    of: (key) => counts.get(key) ?? 0,
    add(key, change) {
      total += change;
      const count = (counts.get(key) ?? 0) + change;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}
