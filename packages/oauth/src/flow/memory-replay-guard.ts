import type { ReplayGuard } from "./replay-guard.ts";

/** A replay guard for one process. Ids are forgotten once they expire, so it holds those of ten minutes. */
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
