import type { ReplayGuard } from "./replay-guard.ts";

/**
 * Creates a replay guard in memory. Expired IDs are deleted, so it contains those of the last ten minutes.
 *
 * @example
 * ```ts
 * import { createMemoryReplayGuard } from "@plugboard/oauth";
 *
 * const guard = createMemoryReplayGuard();
 * const now = Date.now();
 * console.log(await guard.claim("state-1", now + 600_000, now)); // true
 * console.log(await guard.claim("state-1", now + 600_000, now)); // false: it was used
 * ```
 */
export function createMemoryReplayGuard(): ReplayGuard {
  const expiries = new Map<string, number>();

  function forgetExpired(now: number): void {
    // IDs are inserted roughly in order of expiry, so the loop can stop at the first live one.
    for (const [id, expiresAt] of expiries) {
      if (expiresAt > now) return;
      expiries.delete(id);
    }
  }

  return {
    claim: async (id, expiresAt, now) => {
      forgetExpired(now);
      if (expiries.has(id)) return false;
      expiries.set(id, expiresAt);
      return true;
    },
  };
}
