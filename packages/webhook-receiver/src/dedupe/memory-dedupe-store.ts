import { type DedupeStore, type DedupeStoreOptions, defaultLeaseSeconds } from "./dedupe-store.ts";

/** How much a store in memory remembers, besides what applies to all stores. */
export interface MemoryDedupeStoreOptions extends DedupeStoreOptions {
  /**
   * How many handled events are remembered at most, and how many claims whose lease ran out; the oldest are forgotten
   * first. Default 10,000.
   */
  readonly maxEvents?: number;
}

/**
 * Remembers handled events in this process, for two minutes by default.
 *
 * Enough for one process. Several processes, or one that restarts while a sender retries, need a store they share.
 *
 * @example
 * ```ts
 * import { createMemoryDedupeStore, createWebhookReceiver } from "@plugboard/webhook-receiver";
 *
 * const receiver = createWebhookReceiver({
 *   secret: process.env["WEBHOOK_SECRET"] ?? "",
 *   dedupe: createMemoryDedupeStore({ retentionSeconds: 600 }),
 *   events: {},
 * });
 * ```
 */
export function createMemoryDedupeStore({
  retentionSeconds = 120,
  leaseSeconds = defaultLeaseSeconds,
  maxEvents = 10_000,
  now = Date.now,
}: MemoryDedupeStoreOptions = {}): DedupeStore {
  // Both in the order in which they expire.
  const claims = new Map<string, { readonly token: string; readonly expiresAt: number }>();
  const committed = new Map<string, number>();

  const forgetLapsed = (time: number): void => {
    for (const [key, { expiresAt }] of claims) {
      if (expiresAt > time || claims.size <= maxEvents) return;
      claims.delete(key);
    }
  };

  const forgetExpired = (time: number): void => {
    for (const [key, expiresAt] of committed) {
      if (expiresAt > time && committed.size <= maxEvents) return;
      committed.delete(key);
    }
  };

  return {
    async claim(key, token) {
      const time = now();
      forgetExpired(time);
      if (committed.has(key)) return "committed";
      const current = claims.get(key);
      if (current !== undefined && current.expiresAt > time) return "in_progress";
      claims.delete(key);
      claims.set(key, { token, expiresAt: time + leaseSeconds * 1000 });
      forgetLapsed(time);
      return "claimed";
    },
    async commit(key, token) {
      if (claims.get(key)?.token !== token) return;
      const time = now();
      claims.delete(key);
      committed.set(key, time + retentionSeconds * 1000);
      forgetExpired(time);
    },
    async release(key, token) {
      if (claims.get(key)?.token === token) claims.delete(key);
    },
  };
}
