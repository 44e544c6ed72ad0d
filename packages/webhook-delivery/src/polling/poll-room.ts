import { setTimeout as delay } from "node:timers/promises";

/** Where polls wait that found nothing. */
export interface PollRoom {
  /** Resolves when there may be something for a poll, when the time is over, or when the signal ends the wait. Never rejects. */
  wait(poll: WaitingPoll, milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

/** A poll that found nothing. */
export interface WaitingPoll {
  /** The endpoint's row. */
  readonly endpoint: number;
  /** Of the delivery that was handed out last when the poll looked: other polls may be handed more before this one waits. */
  readonly position: number;
}

/** What a room works with. */
export interface PollRoomOptions {
  /** Those endpoints of some polls, by their rows, of which something is due, or handed out since. */
  readonly findDue: (polls: readonly WaitingPoll[]) => Promise<readonly number[]>;
  /** Calls back whenever deliveries may have come due. */
  readonly watch: (listener: () => void) => () => void;
}

/** The least time from one look to the next: whatever happens meanwhile is seen by one statement. */
const pauseMilliseconds = 100;
/** Looks without being called, for what the store hears nothing of: other processes, and what comes due later. */
const everyMilliseconds = 1_000;

/** Creates an empty room. However many polls wait, one statement at a time looks for all of them; none while nobody waits. */
export function createPollRoom({ findDue, watch }: PollRoomOptions): PollRoom {
  const waiting = new Map<number, Map<() => void, number>>();
  let isLooking = false;
  let call = (): void => {};

  function letGo(endpoints: Iterable<number>): void {
    for (const endpoint of endpoints) for (const leave of waiting.get(endpoint)?.keys() ?? []) leave();
  }

  /** Of the polls of one endpoint, the one that has seen least. */
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
