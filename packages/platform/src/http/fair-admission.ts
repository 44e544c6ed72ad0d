import { PlatformError } from "../common/platform-error.ts";

/** How much a process does at a time, and for one caller. */
export interface FairAdmissionLimits {
  /** Of all callers together. */
  readonly maxInFlight: number;
  /** Of one caller while there are others. Alone, it may have all. */
  readonly maxOfCaller: number;
  /** Of one caller that wait for their turn. */
  readonly maxWaitingOfCaller: number;
  /** How long after its last request a caller still counts as one of the others. */
  readonly othersForMilliseconds: number;
}

/** Lets callers take turns, so that none of them waits for all that another one has asked for. */
export interface FairAdmission {
  /**
   * Does the work of a caller, at once or when it is its turn. Each caller's is begun in order, and callers that wait take turns.
   *
   * @throws PlatformError `unavailable` when too much of this caller waits already
   */
  readonly run: <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>;
}

interface Caller {
  inFlight: number;
  /** Begins what waits, the first first. */
  readonly waiting: (() => void)[];
  seenAt: number;
}

/** @param now - milliseconds that only grow */
export function createFairAdmission(limits: FairAdmissionLimits, now: () => number): FairAdmission {
  /** In the order in which they were last seen. */
  const callers = new Map<string, Caller>();
  /** Those with something that waits, the next one first. */
  const waiting = new Set<Caller>();
  let inFlight = 0;

  function enter(name: string): Caller {
    const caller = callers.get(name) ?? { inFlight: 0, waiting: [], seenAt: 0 };
    caller.seenAt = now();
    callers.delete(name);
    callers.set(name, caller);
    return caller;
  }

  /** Forgets callers that have been quiet for a while. One that is busy is one of the others, however long it takes. */
  function forgetQuiet(): void {
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
    forgetQuiet();
    // Who is put at the end comes up again in the same loop.
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
      forgetQuiet();
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

function tooMany({ maxWaitingOfCaller }: FairAdmissionLimits): PlatformError {
  return new PlatformError(
    "unavailable",
    `${maxWaitingOfCaller} requests of this caller wait for their turn already. Send fewer at a time.`,
  );
}
