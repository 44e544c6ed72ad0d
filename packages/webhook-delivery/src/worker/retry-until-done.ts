import { setTimeout as delay } from "node:timers/promises";

const firstPause = 50;
const longestPause = 5_000;

/** Does something again until it does not throw, with growing pauses, or until the signal fires. */
export async function retryUntilDone(
  act: () => Promise<void>,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = firstPause; !signal.aborted; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await act();
    } catch (error) {
      onError(error);
      await delay(pause);
    }
  }
}
