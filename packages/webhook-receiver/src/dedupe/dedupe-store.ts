/**
 * What became of a claim: `claimed` gives the event to the caller alone, `in_progress` says that another caller holds
 * it, `committed` that it has been handled.
 */
export type ClaimOutcome = "claimed" | "in_progress" | "committed";

/**
 * Remembers which events have been handled, so that duplicates are not handled again.
 *
 * Claims are atomic: of any number of callers, in any number of processes that share the store, one gets the event. A
 * claim that is neither committed nor released lapses after its lease, so that a crash leaves the event to its retry.
 */
export interface DedupeStore {
  /** Claims an event under a token that is the caller's own. Any text of at most 512 characters may be its key. */
  claim(key: string, token: string): Promise<ClaimOutcome>;
  /** Marks the event as handled. Does nothing when the event is no longer claimed under this token. */
  commit(key: string, token: string): Promise<void>;
  /** Gives the event back for its retry. Does nothing when the event is no longer claimed under this token. */
  release(key: string, token: string): Promise<void>;
}

/** The longest key a store is given, in UTF-16 code units: at most 1536 bytes of UTF-8, which every database can index. */
export const maxDedupeKeyLength = 512;

/** How long a store keeps things. */
export interface DedupeStoreOptions {
  /** How long a handled event is remembered, in seconds. */
  readonly retentionSeconds?: number;
  /** How long a claim holds without being committed or released, in seconds. Default 15, longer than a sender waits. */
  readonly leaseSeconds?: number;
  /** The store's clock in Unix milliseconds. Default: the current time. */
  readonly now?: () => number;
}

/** See {@link DedupeStoreOptions.leaseSeconds}. */
export const defaultLeaseSeconds = 15;

/** How long stores that survive a restart remember handled events by default: a day. */
export const defaultDurableRetentionSeconds = 86_400;
