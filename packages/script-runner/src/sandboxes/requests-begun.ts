/** Which requests the script has begun with, of those that were sent to it. */
export interface RequestsBegun {
  readonly sent: (requestId: string) => void;
  readonly note: (requestId: string) => boolean;
  readonly has: (requestId: string) => boolean;
  /** Whether one was begun since it was asked the last time. */
  readonly takeNews: () => boolean;
}

const maxUnread = 10_000;

/** Follows the requests of a sandbox, from their sending to the script's first sign of them. */
export function followRequests(): RequestsBegun {
  const unread = new Set<string>();
  let isNew = false;
  return {
    sent: (requestId) => {
      // A script that broke its console never says what it begins with.
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
    takeNews: () => {
      const wasNew = isNew;
      isNew = false;
      return wasNew;
    },
  };
}
