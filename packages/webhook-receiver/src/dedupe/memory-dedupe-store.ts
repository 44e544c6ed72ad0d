import { type DedupeStore, type DedupeStoreOptions, defaultLeaseSeconds } from "./dedupe-store.ts";

/** Options for `createMemoryDedupeStore`. */
export interface MemoryDedupeStoreOptions extends DedupeStoreOptions {
  /**
   * The maximum number of handled events and of expired claims to remember. The oldest are dropped first.
   * Defaults to 10,000.
   */
  readonly maxEvents?: number;
}

/**
 * Creates a store in memory that remembers events for two minutes by default.
 *
 * Use it for a single process. If several processes receive events, or one may restart during retries, use a
 * shared store.
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
  // Both maps are ordered by expiry.
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
