import { setTimeout as delay } from "node:timers/promises";

/** Where polls wait that found nothing. */
export interface PollRoom {
  /** Resolves when something of an endpoint may be due, when the time is over, or when the signal ends the wait. Never rejects. */
  wait(endpoint: number, milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

/** What a room works with. */
export interface PollRoomOptions {
  /** Those of some endpoints, by their rows, of which something is due. */
  readonly findDue: (endpoints: readonly number[]) => Promise<readonly number[]>;
  /** Calls back whenever deliveries may have come due. */
  readonly watch: (listener: () => void) => () => void;
}

/** The least time from one look to the next: whatever happens meanwhile is seen by one statement. */
const pauseMilliseconds = 100;
/** Looks without being called, for what the store hears nothing of: other processes, and what comes due later. */
const everyMilliseconds = 1_000;

/** Creates an empty room. However many polls wait, one statement at a time looks for all of them; none while nobody waits. */
export function createPollRoom({ findDue, watch }: PollRoomOptions): PollRoom {
  const waiting = new Map<number, Set<() => void>>();
  let isLooking = false;
  let call = (): void => {};

  function letGo(endpoints: Iterable<number>): void {
    for (const endpoint of endpoints) for (const leave of waiting.get(endpoint) ?? []) leave();
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
        letGo(await findDue([...waiting.keys()]));
      } catch {
        // Each poll looks for itself then, and reports what is wrong.
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
    wait: (endpoint, milliseconds, signal) =>
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
        waiting.set(endpoint, (waiting.get(endpoint) ?? new Set()).add(leave));
        if (isLooking) call();
        else void look();
      }),
  };
}
