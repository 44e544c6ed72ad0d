/** A poll by a consumer. */
export interface SeenPoll {
  /** The last event before the poll: the end of the earlier poll whose cursor was used. */
  readonly after?: string | undefined;
  readonly eventIds: readonly string[];
  /** The number of events known to be acknowledged before the poll. */
  readonly acknowledged: number;
}

/** The events seen by all consumers of a polling endpoint, with the problems found. */
export interface PollLedger {
  /** All polled events, in order. */
  readonly order: readonly string[];
  readonly problems: string[];
  /** Returns the number of events known to be acknowledged. */
  readonly acknowledged: () => number;
  readonly note: (poll: SeenPoll) => void;
  /**
   * Records that all events up to one are about to be acknowledged. Call the returned function once the
   * server has confirmed that.
   */
  readonly noteAcknowledgement: (eventId: string) => () => void;
}

/** Creates a ledger for consumers that acknowledge for each other. */
export function createPollLedger(): PollLedger {
  const order: string[] = [];
  const places = new Map<string, number>();
  const problems: string[] = [];
  let asked = 0;
  let certain = 0;

  function placeOf(eventId: string): number {
    const known = places.get(eventId);
    if (known !== undefined) return known;
    places.set(eventId, order.length);
    return order.push(eventId) - 1;
  }

  return {
    order,
    problems,
    acknowledged: () => certain,
    note({ after, eventIds, acknowledged }) {
      let last = after === undefined ? -1 : placeOf(after);
      for (const eventId of eventIds) {
        const place = placeOf(eventId);
        if (place <= last) problems.push(`${eventId} came again, after ${order[last]}`);
        // Events acknowledged by another consumer meanwhile are omitted.
        if (place > Math.max(last + 1, asked))
          problems.push(`${order[place - 1]} was skipped before ${eventId}`);
        if (place < acknowledged) problems.push(`${eventId} came although it was acknowledged`);
        last = place;
      }
    },
    noteAcknowledgement(eventId) {
      const count = placeOf(eventId) + 1;
      asked = Math.max(asked, count);
      return () => {
        certain = Math.max(certain, count);
      };
    },
  };
}
