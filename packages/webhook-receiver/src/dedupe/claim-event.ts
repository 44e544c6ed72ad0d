import { WebhookReceiverError } from "../webhook-receiver-error.ts";
import type { DedupeStore } from "./dedupe-store.ts";

// Answered before the sender's deadline, which is ten seconds.
const longestWaitMilliseconds = 5000;
const shortestPauseMilliseconds = 10;
const longestPauseMilliseconds = 250;

/**
 * Claims an event; when another copy of it is being handled right now, waits for what becomes of that one. To answer
 * 200 before it is known would lose the event if the other copy's handler throws.
 *
 * @throws {WebhookReceiverError} `event_in_progress`, `dedupe_failed`
 */
export async function claimEvent(
  store: DedupeStore,
  key: string,
  token: string,
): Promise<"claimed" | "committed"> {
  const start = performance.now();
  let pause = shortestPauseMilliseconds;
  while (performance.now() - start < longestWaitMilliseconds) {
    const outcome = await claim(store, key, token);
    if (outcome !== "in_progress") return outcome;
    pause = Math.min(pause * 2, longestPauseMilliseconds);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new WebhookReceiverError(
    "event_in_progress",
    "Another copy of the event is being handled. Send it again later.",
  );
}

async function claim(store: DedupeStore, key: string, token: string) {
  try {
    return await store.claim(key, token);
  } catch (cause) {
    throw new WebhookReceiverError("dedupe_failed", `The event ${key} could not be claimed.`, { cause });
  }
}
