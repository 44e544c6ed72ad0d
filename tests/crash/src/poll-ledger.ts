/** A poll, as its consumer saw it. */
export interface SeenPoll {
  /** The event before those of the poll: the last of an earlier poll, by whose cursor it was asked for. */
  readonly after?: string | undefined;
  readonly eventIds: readonly string[];
  /** What was acknowledged for certain before the consumer asked. */
  readonly acknowledged: number;
}

/** What consumers of one polling endpoint have seen together, and what of it is wrong. */
export interface PollLedger {
  /** Every event that was polled, in the order in which they are handed out. */
  readonly order: readonly string[];
  readonly problems: string[];
  /** How many events are acknowledged for certain. */
  readonly acknowledged: () => number;
  readonly note: (poll: SeenPoll) => void;
  /** Notes that everything up to an event is about to be acknowledged. Call what it returns once the server has said so. */
  readonly noteAcknowledgement: (eventId: string) => () => void;
}

/** Opens a ledger for consumers that acknowledge for each other. */
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
        // What another consumer acknowledged meanwhile is left out.
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
