import type { AttemptErrorCode, AttemptResult } from "../model/attempt-result.ts";
import type { Endpoint, RetryPolicy } from "../model/endpoint.ts";
import { decideOutcome } from "../policy/decide-outcome.ts";
import { expiryOf } from "../policy/expiry.ts";
import type { AttemptRecord, Claim, ClaimedDelivery } from "../store/delivery-queue.ts";
import type { Send, WorkerSettings } from "./delivery-worker-options.ts";
import { createSlotTable } from "./slot-table.ts";
import type { WorkerTelemetry } from "./telemetry.ts";

/** Options for `createAttemptRunner`. */
export interface AttemptRunnerOptions {
  readonly send: Send;
  readonly retryPolicy: RetryPolicy;
  /** Maximum attempts in flight. */
  readonly concurrency: number;
  /** Maximum attempts in flight per endpoint. */
  readonly perEndpoint: number;
  /** The clock (Unix time, ms). */
  readonly now: () => number;
  readonly random: () => number;
  readonly telemetry: WorkerTelemetry;
  /** Called with each finished attempt. */
  readonly finished: (record: AttemptRecord, endpoint: Endpoint) => void;
}

/** Makes attempts and decides their outcomes. */
export interface AttemptRunner {
  readonly inFlight: number;
  /** Deliveries not done yet. Failed ones count until they are settled. */
  readonly held: number;
  /** Returns `held` by fairness group. */
  heldByGroup(): ReadonlyMap<string, number>;
  /** Returns whether a group has deliveries without a slot. */
  isWaiting(fairnessGroup: string): boolean;
  /** Returns how many more deliveries to an endpoint it can use. */
  roomOf(endpointId: string): number;
  /** Returns whether another delivery to an endpoint would start immediately. */
  isStarved(endpointId: string): boolean;
  /** Takes deliveries. Those without a slot wait for one. */
  run(claim: Claim): void;
  /**
   * Frees the slots of failed attempts once the store has recorded them. Earlier, a failing endpoint would
   * get more requests than its circuit allows.
   */
  settle(records: readonly AttemptRecord[]): void;
  /** Removes and returns deliveries to these endpoints that have not been started. */
  withdraw(endpointIds: readonly string[]): readonly ClaimedDelivery[];
  /** Starts no further attempts. */
  hold(): void;
  /** Aborts the attempts in flight. */
  abort(): void;
  /** Resolves when no attempt is in flight. */
  idle(): Promise<void>;
}

/** More starts than this wait for the next turn of the event loop, because a start can take a millisecond. */
const maxStartsPerTurn = 16;

/** Creates an attempt runner with no deliveries. */
export function createAttemptRunner(options: AttemptRunnerOptions): AttemptRunner {
  const { now, telemetry, finished } = options;
  const slots = createSlotTable(options);
  const aborting = new AbortController();
  const idleListeners: (() => void)[] = [];
  let isHolding = false;
  let inFlight = 0;

  let startsLeft = maxStartsPerTurn;

  function startWaiting(): void {
    if (isHolding) return;
    while (startsLeft > 0) {
      const turn = slots.next();
      if (turn === undefined) return;
      if (startsLeft === maxStartsPerTurn) setImmediate(beginTurn);
      startsLeft -= 1;
      void start(turn.delivery, turn.endpoint);
    }
  }

  function beginTurn(): void {
    startsLeft = maxStartsPerTurn;
    startWaiting();
  }

  function free(endpointId: string): void {
    slots.free(endpointId);
    startWaiting();
  }

  async function start(delivery: ClaimedDelivery, endpoint: Endpoint): Promise<void> {
    inFlight += 1;
    telemetry.started(delivery, now());
    const result = await telemetry.traceAttempt(delivery, endpoint, () =>
      makeAttempt(options, delivery, endpoint, aborting.signal),
    );
    const record = toAttemptRecord(options, delivery, endpoint, result);
    telemetry.ended(record, endpoint);
    inFlight -= 1;
    slots.noteEnd(endpoint.id, result.timings.total);
    if (record.outcome.state === "delivered") free(endpoint.id);
    finished(record, endpoint);
    if (inFlight === 0) for (const resolve of idleListeners.splice(0)) resolve();
  }

  return {
    get inFlight() {
      return inFlight;
    },
    get held() {
      return slots.held;
    },
    heldByGroup: () => slots.heldByGroup(),
    isWaiting: (fairnessGroup) => slots.isWaiting(fairnessGroup),
    roomOf: (endpointId) => slots.roomOf(endpointId),
    isStarved: (endpointId) => slots.isStarved(endpointId),
    run({ deliveries, endpoints }) {
      for (const delivery of deliveries) {
        const endpoint = endpoints.get(delivery.endpointId);
        if (endpoint !== undefined) slots.add(delivery, endpoint);
      }
      // A large claim has had its turn.
      if (deliveries.length > maxStartsPerTurn) setImmediate(startWaiting);
      else startWaiting();
    },
    settle(records) {
      for (const { delivery, outcome } of records) {
        if (outcome.state !== "delivered") slots.free(delivery.endpointId);
      }
      startWaiting();
    },
    withdraw: (endpointIds) => endpointIds.flatMap((endpointId) => slots.withdraw(endpointId)),
    hold() {
      isHolding = true;
    },
    abort: () => aborting.abort(),
    idle: () =>
      new Promise((resolve) => {
        if (inFlight === 0) resolve();
        else idleListeners.push(resolve);
      }),
  };
}

// The rest of the jitter covers the time from coming due to being sent, so that the endpoint sees delays
// within the policy's range: 50 ms before the first retry of the default policy, which a busy machine needs.
const jitterShare = 0.5;

/**
 * Sends a delivery once, unless it is too old. Converts errors thrown by `send` to results, so that every
 * attempt has one.
 */
export async function makeAttempt(
  { send, now }: Pick<WorkerSettings, "send" | "now">,
  delivery: ClaimedDelivery,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const startedAt = now();
  if (startedAt >= expiryOf(delivery, endpoint.options)) {
    return failedResult(startedAt, 0, "expired", "The delivery was too old to be sent.");
  }
  try {
    return checkResult(await send(delivery, endpoint, { signal }));
  } catch (error) {
    const errorCode = signal.aborted ? "aborted" : "send_failed";
    const message = error instanceof Error ? error.message : String(error);
    return failedResult(startedAt, now() - startedAt, errorCode, message);
  }
}

function failedResult(
  startedAt: number,
  total: number,
  errorCode: AttemptErrorCode,
  errorMessage: string,
): AttemptResult {
  return { startedAt, errorCode, errorMessage, requestHeaders: {}, timings: { total } };
}

/** Decides the outcome of an attempt. */
export function toAttemptRecord(
  { retryPolicy, now, random }: Pick<WorkerSettings, "retryPolicy" | "now" | "random">,
  delivery: ClaimedDelivery,
  endpoint: Endpoint,
  result: AttemptResult,
): AttemptRecord {
  const outcome = decideOutcome({
    result,
    attempt: delivery.scheduledAttempt,
    policy: endpoint.options?.retryPolicy ?? retryPolicy,
    responsePolicy: endpoint.options?.responsePolicy,
    expiresAt: expiryOf(delivery, endpoint.options),
    now: now(),
    random: () => random() * jitterShare,
  });
  return { delivery, result, outcome };
}

// A `send` in plain JavaScript can forget to return. Without this check, no outcome would be recorded and the
// delivery would be sent again.
function checkResult(result: AttemptResult | null | undefined): AttemptResult {
  if (result?.startedAt === undefined)
    throw new TypeError("send returned no attempt result; return an AttemptResult");
  return result;
}
