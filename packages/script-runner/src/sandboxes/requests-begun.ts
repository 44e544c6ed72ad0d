/** Tracks which sent requests the script has started. */
export interface RequestsBegun {
  readonly sent: (requestId: string) => void;
  readonly note: (requestId: string) => boolean;
  readonly has: (requestId: string) => boolean;
  /** Returns whether a request has started since the last call. */
  readonly takeStarted: () => boolean;
}

const maxUnread = 10_000;

/** Tracks the requests of a sandbox until the script reports their start. */
export function followRequests(): RequestsBegun {
  const unread = new Set<string>();
  let isNew = false;
  return {
    sent: (requestId) => {
      // A script that broke its console never reports the start of a request.
      const [oldest] = unread;
      if (unread.size >= maxUnread && oldest !== undefined) unread.delete(oldest);
      unread.add(requestId);
    },
    note: (requestId) => {
      const isKnown = unread.delete(requestId);
      isNew ||= isKnown;
      return isKnown;
    },
    has: (requestId) => !unread.has(requestId),
    takeStarted: () => {
      const wasNew = isNew;
      isNew = false;
      return wasNew;
    },
  };
}
