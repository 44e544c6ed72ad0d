import { setTimeout as delay } from "node:timers/promises";
import { createAlarm } from "./alarm.ts";

/** Something a worker does over and over beside sending. */
export interface Chore {
  /** Returns the milliseconds until it is to run again. */
  readonly run: () => Promise<number>;
  /** The milliseconds until it runs again after it threw. */
  readonly retryMilliseconds: number;
}

/** Chores that run one by one, each at its own pace. */
export interface Chores {
  start(): void;
  /** Resolves when none is running any more. */
  stop(): Promise<void>;
}

/** Creates chores that have not started. Errors go to `onError`, and the chore runs again later. */
export function createChores(chores: readonly Chore[], onError: (error: unknown) => void): Chores {
  let stopped = false;
  const runners = chores.map((chore) => {
    let running: Promise<void> = Promise.resolve();
    const alarm = createAlarm(() => {
      running = run();
    });
    async function run(): Promise<void> {
      let pause = chore.retryMilliseconds;
      try {
        pause = await chore.run();
      } catch (error) {
        onError(error);
      }
      if (!stopped) alarm.setWithin(pause);
    }
    return { alarm, ended: () => running };
  });
  return {
    start() {
      for (const { alarm } of runners) alarm.setWithin(0);
    },
    async stop() {
      stopped = true;
      for (const { alarm } of runners) alarm.clear();
      await Promise.all(runners.map(({ ended }) => ended()));
    },
  };
}

/** Runs small steps until none is left, with a pause after each so that other work gets its turn. */
export async function runSteps(
  step: () => Promise<boolean>,
  pauseMilliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await step())) await delay(pauseMilliseconds, undefined, { ref: false });
}
