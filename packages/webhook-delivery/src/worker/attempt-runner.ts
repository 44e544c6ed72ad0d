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
  /** Attempts under way, by endpoint id. */
  readonly byEndpoint: ReadonlyMap<string, number>;
  /** Starts all attempts of a claim at once. */
  run(claim: Claim): void;
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
  const byEndpoint = new Map<string, number>();

  function count(endpointId: string, change: number): void {
    const left = (byEndpoint.get(endpointId) ?? 0) + change;
    if (left === 0) byEndpoint.delete(endpointId);
    else byEndpoint.set(endpointId, left);
  }

  async function makeAttempt(delivery: ClaimedDelivery, endpoint: Endpoint): Promise<void> {
    telemetry.started(delivery, clock());
    const result = await telemetry.traceAttempt(delivery, endpoint, () => trySend(delivery, endpoint));
    const attempt = delivery.scheduledAttempt;
    const outcome = decideOutcome({ result, attempt, policy: retryPolicy, now: clock(), random });
    const record = { delivery, result, outcome };
    telemetry.ended(record, endpoint);
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
    count(endpoint.id, 1);
    const attempt = makeAttempt(delivery, endpoint).finally(() => {
      attempts.delete(attempt);
      count(endpoint.id, -1);
    });
    attempts.add(attempt);
  }

  return {
    get underWay() {
      return attempts.size;
    },
    byEndpoint,
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
