import { setTimeout as delay } from "node:timers/promises";

/** Waiting polls that found no deliveries. */
export interface PollRoom {
  /**
   * Resolves when there may be deliveries for a poll, when the time is up, or when the signal is aborted.
   * Never rejects.
   */
  wait(poll: WaitingPoll, milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

/** A poll that found no deliveries. */
export interface WaitingPoll {
  /** The endpoint's row. */
  readonly endpoint: number;
  /**
   * The position of the last returned delivery when the poll ran. Concurrent polls may return more before
   * this one waits.
   */
  readonly position: number;
}

/** Options for `createPollRoom`. */
export interface PollRoomOptions {
  /** Returns the rows of the endpoints with deliveries that are due, or were returned since the poll ran. */
  readonly findDue: (polls: readonly WaitingPoll[]) => Promise<readonly number[]>;
  /** Calls the listener whenever deliveries may have come due. */
  readonly watch: (listener: () => void) => () => void;
}

/** The minimum time between two checks, so that one statement covers all changes in between. */
const pauseMilliseconds = 100;
/** How often to check for unreported changes: by other processes, or deliveries that come due later. */
const everyMilliseconds = 1_000;

/** Creates an empty room. All waiting polls share one statement at a time; none runs while no poll waits. */
export function createPollRoom({ findDue, watch }: PollRoomOptions): PollRoom {
  const waiting = new Map<number, Map<() => void, number>>();
  let isLooking = false;
  let call = (): void => {};

  function letGo(endpoints: Iterable<number>): void {
    for (const endpoint of endpoints) for (const leave of waiting.get(endpoint)?.keys() ?? []) leave();
  }

  /** Returns the poll with the lowest position of each endpoint. */
  function listPolls(): WaitingPoll[] {
    return [...waiting].map(([endpoint, polls]) => ({ endpoint, position: Math.min(...polls.values()) }));
  }

  async function look(): Promise<void> {
    isLooking = true;
    let isCalled = true;
    const unwatch = watch(() => {
      isCalled = true;
      call();
    });
    while (waiting.size > 0) {
      isCalled = false;
      try {
        letGo(await findDue(listPolls()));
      } catch {
        // Each poll then checks on its own and reports the error.
        letGo([...waiting.keys()]);
      }
      await delay(pauseMilliseconds);
      if (isCalled || waiting.size === 0) continue;
      const called = Promise.withResolvers<void>();
      call = called.resolve;
      const ending = new AbortController();
      await Promise.race([
        called.promise,
        delay(everyMilliseconds, undefined, { signal: ending.signal }).catch(() => {}),
      ]);
      ending.abort();
    }
    unwatch();
    isLooking = false;
  }

  return {
    wait: ({ endpoint, position }, milliseconds, signal) =>
      new Promise((resolve) => {
        const leave = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", leave);
          const others = waiting.get(endpoint);
          others?.delete(leave);
          if (others?.size === 0) waiting.delete(endpoint);
          if (waiting.size === 0) call();
          resolve();
        };
        const timer = setTimeout(leave, milliseconds);
        if (signal?.aborted === true) {
          leave();
          return;
        }
        signal?.addEventListener("abort", leave);
        waiting.set(endpoint, (waiting.get(endpoint) ?? new Map()).set(leave, position));
        if (isLooking) call();
        else void look();
      }),
  };
}
