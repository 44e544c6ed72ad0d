import { DeliveryError, type DeliveryErrorCode } from "../errors/delivery-error.ts";

/** Errors caused by the events of a single call. */
const refusals: ReadonlySet<DeliveryErrorCode> = new Set(["event_conflict", "event_expunged"]);

interface Call<Item, Result> {
  readonly items: readonly Item[];
  readonly resolve: (results: readonly Result[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups concurrent calls into one commit: while a commit runs, the next calls gather.
 *
 * All items go into one statement. The platform's `visit-writer.ts` runs two commits at a time and splits a
 * group on every failure. The ten lines they share aren't worth a public export.
 * @param commit writes items in one transaction and returns one result each, in order
 * @param maxItems a commit takes no further calls once it has this many items
 */
export function createGroupCommit<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxItems: number,
): (items: readonly Item[]) => Promise<readonly Result[]> {
  let waiting: Call<Item, Result>[] = [];
  let running = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) await commitCalls(takeCalls());
    running = false;
  }

  function takeCalls(): Call<Item, Result>[] {
    let items = 0;
    const taken = waiting.findIndex((call) => (items += call.items.length) >= maxItems);
    const calls = taken === -1 ? waiting : waiting.slice(0, taken + 1);
    waiting = waiting.slice(calls.length);
    return calls;
  }

  async function commitCalls(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await commit(calls.flatMap((call) => call.items));
      let start = 0;
      for (const call of calls) {
        call.resolve(results.slice(start, start + call.items.length));
        start += call.items.length;
      }
    } catch (error) {
      // One call was rejected: run each on its own, so that the others succeed.
      if (calls.length > 1 && error instanceof DeliveryError && refusals.has(error.code)) {
        for (const call of calls) await commitCalls([call]);
      } else {
        for (const call of calls) call.reject(error);
      }
    }
  }

  return (items) =>
    new Promise((resolve, reject) => {
      waiting.push({ items, resolve, reject });
      if (running) return;
      running = true;
      setImmediate(() => void run());
    });
}
