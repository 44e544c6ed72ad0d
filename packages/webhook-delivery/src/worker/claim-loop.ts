import type { Claim } from "../store/delivery-queue.ts";
import { createAlarm } from "./waiting.ts";

/** What a claim loop works with. */
export interface ClaimLoopOptions {
  /** How many deliveries can be taken on now. */
  readonly capacity: () => number;
  /** Deliveries in all that are worth a claim at once. */
  readonly batch: number;
  /** Deliveries to one endpoint that are worth a claim at once. */
  readonly endpointBatch: number;
  /** Whether an endpoint has nothing left here, so that it idles until the next claim. */
  readonly isStarved: (endpointId: string) => boolean;
  readonly claim: (limit: number, cursor: string | undefined) => Promise<Claim>;
  readonly take: (claim: Claim) => void;
  /** How long after the last claim to look again when nothing said so, in milliseconds. */
  readonly pollMilliseconds: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Claims whenever there is room and something may be due. One claim at a time. */
export interface ClaimLoop {
  /** No claim is under way, and the last one found all that was due. */
  readonly isIdle: boolean;
  /** Something may have come due. */
  wake(): void;
  /** Something comes due at this time, in milliseconds since 1970. */
  wakeAt(time: number): void;
  /** A delivery to an endpoint has ended: there is more room than before. */
  roomMade(endpointId: string): void;
  /** The store knows that deliveries to these endpoints have ended: limits that hold over all workers have more room. */
  recorded(endpointIds: readonly string[]): void;
  /** Makes no further claim. Resolves when the one in flight is over. */
  stop(): Promise<void>;
}

const lingerMilliseconds = 2;
const maxEmptyPauseMilliseconds = 64;

/** Creates a claim loop that sleeps until it is woken. */
export function createClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  const { capacity, batch, endpointBatch, isStarved, claim, take, pollMilliseconds, now, onError } = options;
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

  /** A round past many endpoints that must not be sent to brings nothing for several claims: it takes its time. */
  function askAgain(fruitful: boolean): void {
    if (fruitful) {
      asked = true;
      emptyPause = lingerMilliseconds;
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
      wakeAt(now() + pollMilliseconds);
    }
  }

  return {
    get isIdle() {
      return !running && !asked && !moreIsDue;
    },
    wake,
    wakeAt,
    // A claim costs about the same for one delivery as for many.
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
      else if (moreIsDue && endpointIds.some(isStarved)) wakeAt(now() + lingerMilliseconds);
    },
    async stop() {
      stopping.abort();
      alarm.clear();
      await lastRun;
    },
  };
}
