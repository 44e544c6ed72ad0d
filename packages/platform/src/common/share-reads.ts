import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Lets all who ask for the same thing in one turn of the event loop share one reading of it, which begins when they have asked: a
 * crowd costs the database little, and nobody is given what was there before they came.
 *
 * @param read - reads what a key names
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
