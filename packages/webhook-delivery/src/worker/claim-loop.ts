import { setImmediate as nextTurn } from "node:timers/promises";
import type { Claim } from "../store/delivery-queue.ts";
import { createAlarm } from "./waiting.ts";

/** Options for `createClaimLoop`. */
export interface ClaimLoopOptions {
  /** Returns how many deliveries can be taken now. */
  readonly capacity: () => number;
  /** The number of finished deliveries that triggers a claim, if it has room for as many. */
  readonly batch: number;
  /** The number of finished deliveries to one endpoint that triggers a claim. */
  readonly endpointBatch: number;
  /** Returns whether an endpoint has no deliveries left here, so that it idles until the next claim. */
  readonly isStarved: (endpointId: string) => boolean;
  readonly claim: (limit: number, cursor: string | undefined) => Promise<Claim>;
  readonly take: (claim: Claim) => void;
  /** Time after the last claim to poll again (ms). */
  readonly pollMilliseconds: number;
  /** Time after a failed claim to try again (ms). */
  readonly retryMilliseconds: number;
  /** The clock (Unix time, ms). */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Claims whenever there is room and deliveries may be due. Runs one claim at a time. */
export interface ClaimLoop {
  /** Whether no claim is running and the last one found all due deliveries. */
  readonly isIdle: boolean;
  /** Reports that deliveries may be due. */
  wake(): void;
  /** Reports that a delivery comes due at this time (Unix time, ms). */
  wakeAt(time: number): void;
  /** Reports that a delivery to an endpoint has ended, which makes room. */
  roomMade(endpointId: string): void;
  /** Reports that the store recorded deliveries to these endpoints, which frees limits across workers. */
  recorded(endpointIds: readonly string[]): void;
  /** Makes no further claims. Resolves when the running one ends. */
  stop(): Promise<void>;
}

const lingerMilliseconds = 2;
const maxEmptyPauseMilliseconds = 64;
/** The pause before a claim of less than a batch, so that other groups get their turn. */
const fullPauseMilliseconds = 10;

/** Creates a claim loop that sleeps until it is woken. */
export function createClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  const { capacity, batch, endpointBatch, isStarved, claim, take, now, onError } = options;
  const { pollMilliseconds, retryMilliseconds } = options;
  let asked = false;
  const stopping = new AbortController();
  const { signal } = stopping;
  let moreIsDue = false;
  let isBlocked = false;
  let endedSinceClaim = 0;
  let endedByEndpoint = new Map<string, number>();
  let cursor: string | undefined;
  let running = false;
  let emptyPause = lingerMilliseconds;
  let lastRun: Promise<void> = Promise.resolve();
  const alarm = createAlarm(wake);

  function wake(): void {
    asked = true;
    if (running) return;
    running = true;
    lastRun = run();
  }

  /**
   * If many endpoints can't receive deliveries, several claims in a row find none, so claims are spaced out. A
   * claim costs about the same for one delivery as for many, so it also waits for room for a batch.
   */
  function askAgain(fruitful: boolean): void {
    if (fruitful) {
      emptyPause = lingerMilliseconds;
      if (capacity() >= batch) asked = true;
      else wakeAt(now() + fullPauseMilliseconds);
      return;
    }
    wakeAt(now() + emptyPause);
    emptyPause = Math.min(emptyPause * 2, maxEmptyPauseMilliseconds);
  }

  function wakeAt(time: number): void {
    if (!signal.aborted) alarm.setWithin(time - now());
  }

  async function run(): Promise<void> {
    while (asked && !signal.aborted) {
      asked = false;
      const limit = capacity();
      isBlocked = limit <= 0;
      if (isBlocked) moreIsDue = true;
      else await claimOnce(limit);
      // A claim on SQLite takes no turn of its own, so several in a row would block other work.
      if (asked) await nextTurn();
    }
    running = false;
  }

  async function claimOnce(limit: number): Promise<void> {
    endedSinceClaim = 0;
    endedByEndpoint = new Map();
    try {
      const claimed = await claim(limit, cursor);
      cursor = claimed.cursor ?? cursor;
      moreIsDue = claimed.more !== "none";
      take(claimed);
      if (claimed.more === "now") askAgain(claimed.deliveries.length > 0);
      wakeAt(Math.min(now() + pollMilliseconds, claimed.nextAt ?? Infinity));
    } catch (error) {
      onError(error);
      wakeAt(now() + retryMilliseconds);
    }
  }

  return {
    get isIdle() {
      return !running && !asked && !moreIsDue;
    },
    wake,
    wakeAt,
    roomMade(endpointId) {
      const ended = (endedByEndpoint.get(endpointId) ?? 0) + 1;
      endedByEndpoint.set(endpointId, ended);
      endedSinceClaim += 1;
      if (!moreIsDue) return;
      if (ended >= endpointBatch || (endedSinceClaim >= batch && capacity() >= batch)) wake();
      else if (isStarved(endpointId)) wakeAt(now() + lingerMilliseconds);
    },
    recorded(endpointIds) {
      if (isBlocked && capacity() > 0) wake();
      else if (moreIsDue && endedSinceClaim >= batch && capacity() >= batch) wake();
      else if (moreIsDue && endpointIds.some(isStarved)) wakeAt(now() + lingerMilliseconds);
    },
    async stop() {
      stopping.abort();
      alarm.clear();
      await lastRun;
    },
  };
}
