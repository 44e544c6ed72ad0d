/**
 * The outcome of a claim: `claimed` if the caller now owns the event, `in_progress` if another caller does,
 * `committed` if it was already handled.
 */
export type ClaimOutcome = "claimed" | "in_progress" | "committed";

/**
 * Remembers handled events to skip duplicates.
 *
 * Claims are atomic across all processes that share the store: one caller gets the event. A claim expires
 * after its lease, so the sender's retry gets an event whose handler crashed.
 */
export interface DedupeStore {
  /** Claims an event with the caller's own token. The key can be any string of up to 512 characters. */
  claim(key: string, token: string): Promise<ClaimOutcome>;
  /** Marks the event as handled. Does nothing if this token no longer holds the claim. */
  commit(key: string, token: string): Promise<void>;
  /** Releases the event for a retry. Does nothing if this token no longer holds the claim. */
  release(key: string, token: string): Promise<void>;
}

/**
 * The maximum key length in UTF-16 code units. That is at most 1,536 bytes of UTF-8, which every database can
 * index.
 */
export const maxDedupeKeyLength = 512;

/** Options that all stores share. */
export interface DedupeStoreOptions {
  /** How long to remember handled events, in seconds. */
  readonly retentionSeconds?: number;
  /**
   * The duration of a claim that is neither committed nor released (s). Defaults to 15, longer than a sender's timeout.
   */
  readonly leaseSeconds?: number;
  /** The clock (Unix time, ms). Defaults to the system clock. */
  readonly now?: () => number;
}

/** See {@link DedupeStoreOptions.leaseSeconds}. */
export const defaultLeaseSeconds = 15;

/** The default retention of stores that survive a restart: one day. */
export const defaultDurableRetentionSeconds = 86_400;
