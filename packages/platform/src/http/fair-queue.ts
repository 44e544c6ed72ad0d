import { PlatformError } from "../common/platform-error.ts";

/** The concurrency limits of a process, in total and for each caller. */
export interface FairQueueLimits {
  /** The total for all callers. */
  readonly maxInFlight: number;
  /** For one caller while there are others. A single caller can use all slots. */
  readonly maxOfCaller: number;
  /** The maximum number of queued requests of one caller. */
  readonly maxWaitingOfCaller: number;
  /** How long a caller counts as active after its last request. */
  readonly othersForMilliseconds: number;
}

/** A queue that alternates between callers, so no caller waits for all requests of another. */
export interface FairQueue {
  /**
   * Runs a caller's work, immediately or when a slot is free. Each caller's work starts in order, and waiting
   * callers alternate.
   *
   * @throws PlatformError `unavailable` if the caller has too many queued requests
   */
  readonly run: <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>;
}

interface Caller {
  inFlight: number;
  /** Starts the queued work, first in, first out. */
  readonly waiting: (() => void)[];
  seenAt: number;
}

/**
 * Creates a queue that takes work of each caller in turn.
 *
 * @param now - a monotonic clock, in milliseconds
 *
 * @example
 * import { createFairQueue } from "@plugboard/platform/product";
 *
 * const queue = createFairQueue(
 *   { maxInFlight: 2, maxOfCaller: 1, maxWaitingOfCaller: 10, othersForMilliseconds: 1000 },
 *   () => performance.now(),
 * );
 * await queue.run("org_1", async () => console.log("running"));
 */
export function createFairQueue(limits: FairQueueLimits, now: () => number): FairQueue {
  /** Least recently seen first. */
  const callers = new Map<string, Caller>();
  /** Callers with queued work, next first. */
  const waiting = new Set<Caller>();
  let inFlight = 0;

  function enter(name: string): Caller {
    const caller = callers.get(name) ?? { inFlight: 0, waiting: [], seenAt: 0 };
    caller.seenAt = now();
    callers.delete(name);
    callers.set(name, caller);
    return caller;
  }

  /** Removes callers that have been quiet for a while. A busy caller stays, however long its work takes. */
  function removeQuietCallers(): void {
    const before = now() - limits.othersForMilliseconds;
    for (const [name, caller] of callers) {
      if (caller.inFlight > 0 || caller.waiting.length > 0 || caller.seenAt >= before) return;
      callers.delete(name);
    }
  }

  function mayBegin(caller: Caller): boolean {
    if (inFlight >= limits.maxInFlight) return false;
    return callers.size < 2 || caller.inFlight < limits.maxOfCaller;
  }

  function begin(caller: Caller): void {
    caller.inFlight += 1;
    inFlight += 1;
  }

  function beginWaiting(): void {
    removeQuietCallers();
    // A caller moved to the end is visited again in this loop.
    for (const caller of waiting) {
      if (!mayBegin(caller)) continue;
      waiting.delete(caller);
      begin(caller);
      caller.waiting.shift()?.();
      if (caller.waiting.length > 0) waiting.add(caller);
    }
  }

  return {
    run: async (name, work) => {
      const caller = enter(name);
      removeQuietCallers();
      if (caller.waiting.length === 0 && mayBegin(caller)) begin(caller);
      else {
        if (caller.waiting.length >= limits.maxWaitingOfCaller) throw tooMany(limits);
        waiting.add(caller);
        await new Promise<void>((resolve) => caller.waiting.push(resolve));
      }
      try {
        return await work();
      } finally {
        caller.inFlight -= 1;
        inFlight -= 1;
        beginWaiting();
      }
    },
  };
}

function tooMany({ maxWaitingOfCaller }: FairQueueLimits): PlatformError {
  return new PlatformError(
    "unavailable",
    `This caller already has ${maxWaitingOfCaller} queued requests. Send fewer at a time.`,
  );
}
