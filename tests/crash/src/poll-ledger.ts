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
  const locations = new Map<string, number>();
  const problems: string[] = [];
  let asked = 0;
  let certain = 0;

  function locationOf(eventId: string): number {
    const known = locations.get(eventId);
    if (known !== undefined) return known;
    locations.set(eventId, order.length);
    return order.push(eventId) - 1;
  }

  return {
    order,
    problems,
    acknowledged: () => certain,
    note({ after, eventIds, acknowledged }) {
      let last = after === undefined ? -1 : locationOf(after);
      for (const eventId of eventIds) {
        const location = locationOf(eventId);
        if (location <= last) problems.push(`${eventId} came again, after ${order[last]}`);
        // Events that another consumer acknowledged in the meantime are omitted.
        if (location > Math.max(last + 1, asked))
          problems.push(`${order[location - 1]} was skipped before ${eventId}`);
        if (location < acknowledged) problems.push(`${eventId} came although it was acknowledged`);
        last = location;
      }
    },
    noteAcknowledgement(eventId) {
      const count = locationOf(eventId) + 1;
      asked = Math.max(asked, count);
      return () => {
        certain = Math.max(certain, count);
      };
    },
  };
}
