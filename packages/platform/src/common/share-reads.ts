import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";

const slowMilliseconds = 1_000;

/**
 * Shares one read among all callers that request the same key in one turn of the event loop, or while the read before
 * is running or started less than `gapMilliseconds` ago. The read starts after their requests, so no caller gets stale
 * data. The first caller doesn't wait, and no caller waits more than a second for the read before.
 *
 * @param read - reads the value of a key
 * @param gapMilliseconds - the minimum time between the starts of two reads of a key. Defaults to 0
 *
 * @example
 * import { getOrganization, type Platform, shareReads } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const read = shareReads(async (id: string) => await getOrganization(platform, id));
 * const [one, other] = await Promise.all([read("org_1"), read("org_1")]);
 * console.log(one === other); // true
 */
export function shareReads<Value>(
  read: (key: string) => Promise<Value>,
  gapMilliseconds = 0,
): (key: string) => Promise<Value> {
  const waiting = new Map<string, Promise<Value>>();
  /** By key, a promise that resolves when the next read can start. */
  const busy = new Map<string, Promise<void>>();
  const start = async (key: string): Promise<Value> => {
    waiting.delete(key);
    const gap = gapMilliseconds > 0 ? delay(gapMilliseconds) : undefined;
    const reading = read(key);
    busy.set(
      key,
      Promise.allSettled([untilSlow(reading), gap]).then(() => void busy.delete(key)),
    );
    return await reading;
  };
  return (key) => {
    const pending = waiting.get(key);
    if (pending !== undefined) return pending;
    const reading = (busy.get(key) ?? nextTurn()).then(() => start(key));
    waiting.set(key, reading);
    return reading;
  };
}

/** Resolves when a read is settled, or after a second. */
async function untilSlow(reading: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, slowMilliseconds).unref();
  reading.then(
    () => resolve(),
    () => resolve(),
  );
  await promise;
  clearTimeout(timer);
}
