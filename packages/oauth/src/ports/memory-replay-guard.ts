import type { ReplayGuard } from "./replay-guard.ts";

/**
 * A replay guard for one process. Ids are forgotten once they expire, so it holds those of ten minutes.
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
    // Ids are claimed in about the order they expire in, so the walk can end at the first that is still live.
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
