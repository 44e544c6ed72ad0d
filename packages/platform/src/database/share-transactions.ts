import { context } from "@opentelemetry/api";
import type { Kysely, Transaction } from "kysely";
import { withoutTenantScope } from "./organization-scope.ts";
import type { Tables } from "./tables.ts";

/** Part of a transaction. */
export type Change = (transaction: Transaction<Tables>) => Promise<unknown>;

interface WaitingChange {
  readonly change: Change;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The most changes that one transaction takes, so that no other waits long for its turn. */
const maxShared = 200;

/**
 * Lets changes that are asked for at the same time wait for the disk together: while one transaction commits, the next
 * changes gather for another. A change resolves when it has committed. Where one of them fails, each gets its own.
 *
 * The delivery engine has a group commit of another kind (`queue/group-commit.ts` of webhook-delivery): it puts the items of all
 * calls into one statement, and one failure is everybody's unless a single call can be at fault.
 */
export function shareTransactions(db: Kysely<Tables>): (change: Change) => Promise<void> {
  const waiting: WaitingChange[] = [];
  let running = false;

  const commit = async (changes: readonly WaitingChange[]): Promise<void> => {
    try {
      await db.transaction().execute(async (transaction) => {
        for (const { change } of changes) await change(transaction);
      });
      for (const { resolve } of changes) resolve();
    } catch (error) {
      if (changes.length === 1) changes[0]?.reject(error);
      else for (const change of changes) await commit([change]);
    }
  };
  const run = async (): Promise<void> => {
    while (waiting.length > 0) await commit(waiting.splice(0, maxShared));
    running = false;
  };

  return (change) =>
    new Promise((resolve, reject) => {
      // Others may carry it out, and it belongs to its own trace.
      waiting.push({ change: context.bind(context.active(), change), resolve, reject });
      if (running) return;
      running = true;
      // Not at once: the requests of this turn of the event loop come along, whatever organizations they are for.
      setImmediate(() => void withoutTenantScope("visits", run));
    });
}
