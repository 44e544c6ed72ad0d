import type { AttemptRecord, Claim, ClaimedDelivery } from "../delivery-queue.ts";
import type { Endpoint } from "../model/endpoint.ts";
import { decideOutcome } from "../policy/decide-outcome.ts";
import type { RetryPolicy } from "../policy/retry-policy.ts";
import type { AttemptResult } from "../sender/attempt-result.ts";
import type { Send } from "./send.ts";
import type { WorkerTelemetry } from "./telemetry.ts";

/** What an attempt runner works with. */
export interface AttemptRunnerOptions {
  readonly send: Send;
  readonly retryPolicy: RetryPolicy;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: () => number;
  readonly telemetry: WorkerTelemetry;
  /** Called with each finished attempt. */
  readonly finished: (record: AttemptRecord) => void;
}

/** Makes attempts and decides what follows from them. */
export interface AttemptRunner {
  readonly underWay: number;
  /** Slots that are taken: by attempts under way, and by failed ones until they are settled. */
  readonly slots: number;
  /** The same, by endpoint id. */
  readonly slotsByEndpoint: ReadonlyMap<string, number>;
  /** Starts all attempts of a claim at once. */
  run(claim: Claim): void;
  /**
   * Frees the slots of failed attempts, when the store knows of them. Sooner, an endpoint that fails would be sent more than
   * its circuit lets through.
   */
  settle(records: readonly AttemptRecord[]): void;
  /** Ends the attempts under way with `aborted`. */
  abort(): void;
  /** Resolves when no attempt is under way. */
  idle(): Promise<void>;
}

/** Creates an attempt runner with nothing under way. */
export function createAttemptRunner(options: AttemptRunnerOptions): AttemptRunner {
  const { send, retryPolicy, clock, random, telemetry, finished } = options;
  const controller = new AbortController();
  const attempts = new Set<Promise<void>>();
  const slotsByEndpoint = new Map<string, number>();
  let slots = 0;

  function takeSlots(endpointId: string, count: 1 | -1): void {
    slots += count;
    const left = (slotsByEndpoint.get(endpointId) ?? 0) + count;
    if (left === 0) slotsByEndpoint.delete(endpointId);
    else slotsByEndpoint.set(endpointId, left);
  }

  async function makeAttempt(delivery: ClaimedDelivery, endpoint: Endpoint): Promise<void> {
    telemetry.started(delivery, clock());
    const result = await telemetry.traceAttempt(delivery, endpoint, () => trySend(delivery, endpoint));
    const attempt = delivery.scheduledAttempt;
    const outcome = decideOutcome({ result, attempt, policy: retryPolicy, now: clock(), random });
    const record = { delivery, result, outcome };
    telemetry.ended(record, endpoint);
    if (outcome.state === "delivered") takeSlots(endpoint.id, -1);
    finished(record);
  }

  /** Turns what `send` throws into a result, so that every attempt has one. */
  async function trySend(delivery: ClaimedDelivery, endpoint: Endpoint): Promise<AttemptResult> {
    const startedAt = clock();
    try {
      return await send(delivery, endpoint, { signal: controller.signal });
    } catch (error) {
      return {
        startedAt,
        errorCode: controller.signal.aborted ? "aborted" : "send_failed",
        errorMessage: error instanceof Error ? error.message : String(error),
        requestHeaders: {},
        timings: { total: clock() - startedAt },
      };
    }
  }

  function start(delivery: ClaimedDelivery, endpoint: Endpoint): void {
    takeSlots(endpoint.id, 1);
    const attempt = makeAttempt(delivery, endpoint).finally(() => attempts.delete(attempt));
    attempts.add(attempt);
  }

  return {
    get underWay() {
      return attempts.size;
    },
    get slots() {
      return slots;
    },
    slotsByEndpoint,
    settle(records) {
      for (const { delivery, outcome } of records) {
        if (outcome.state !== "delivered") takeSlots(delivery.endpointId, -1);
      }
    },
    run({ deliveries, endpoints }) {
      for (const delivery of deliveries) {
        const endpoint = endpoints.get(delivery.endpointId);
        if (endpoint !== undefined) start(delivery, endpoint);
      }
    },
    abort: () => controller.abort(),
    async idle() {
      while (attempts.size > 0) await Promise.all(attempts);
    },
  };
}
