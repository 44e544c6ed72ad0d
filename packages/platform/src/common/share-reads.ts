import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Shares one read among all callers that request the same key in one turn of the event loop. The read starts
 * after their requests, so no caller gets stale data.
 *
 * @param read - reads the value of a key
 *
 * @example
 * import { getOrganization, type Platform, shareReads } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const read = shareReads(async (id: string) => await getOrganization(platform, id));
 * const [one, other] = await Promise.all([read("org_1"), read("org_1")]);
 * console.log(one === other); // true
 */
export function shareReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const waiting = new Map<string, Promise<Value>>();
  return (key) => {
    const pending = waiting.get(key);
    if (pending !== undefined) return pending;
    const reading = nextTurn().then(() => {
      waiting.delete(key);
      return read(key);
    });
    waiting.set(key, reading);
    return reading;
  };
}
