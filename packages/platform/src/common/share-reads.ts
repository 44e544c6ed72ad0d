import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Shares one read among all callers that ask for the same key in one turn of the event loop. The read starts
 * after they asked, so that none gets older data.
 *
 * @param read - reads the value of a key
 *
 * @example
 * import { findPublishedSite, type Platform, shareReads } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const readSite = shareReads(async (slug: string) => await findPublishedSite(platform, slug));
 * const [one, other] = await Promise.all([readSite("handbook"), readSite("handbook")]);
 * console.log(one === other); // true
 */
export function shareReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const waiting = new Map<string, Promise<Value>>();
  return (key) => {
    const known = waiting.get(key);
    if (known !== undefined) return known;
    const reading = nextTurn().then(() => {
      waiting.delete(key);
      return read(key);
    });
    waiting.set(key, reading);
    return reading;
  };
}
