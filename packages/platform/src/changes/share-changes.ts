import { changedResources } from "@plugboard/api/contract";
import * as z from "zod";
import type { ChangeFeed, NotedChange } from "./change-feed.ts";
import type { PeerMessages } from "./peer-messages.ts";

const topic = "changes";
// Changes in quick succession are sent together.
const quietMilliseconds = 100;
const maxBatch = 20;

const batchSchema = z.array(
  z.object({
    organizations: z.array(z.string()).optional(),
    // Another version may have resources that this one lacks.
    resources: z.array(z.enum(changedResources)).optional().catch(undefined),
  }),
);

/**
 * Sends the changes noted in this process to the watchers of other processes, and notes theirs. Events and their deliveries
 * are excluded, because every process hears of them through the database.
 */
export function shareChanges(
  changes: ChangeFeed,
  messages: PeerMessages,
): { readonly changes: ChangeFeed; readonly stop: () => void } {
  const pending = new Map<string, NotedChange>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    const all = [...pending.values()];
    pending.clear();
    for (let start = 0; start < all.length; start += maxBatch)
      messages.send(topic, all.slice(start, start + maxBatch));
  };
  messages.on(topic, {
    receive: (value) => {
      for (const change of batchSchema.parse(value)) changes.note(change);
    },
  });
  return {
    changes: {
      ...changes,
      note: (change) => {
        changes.note(change);
        if (change.resources?.every((resource) => resource === "deliveries") === true) return;
        pending.set(JSON.stringify(change), change);
        timer ??= setTimeout(flush, quietMilliseconds).unref();
      },
    },
    stop: () => clearTimeout(timer),
  };
}
