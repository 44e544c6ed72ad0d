import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";
import { type DedupeStore, maxDedupeKeyLength } from "./dedupe-store.ts";

interface OnceOptions {
  readonly store: DedupeStore;
  /** What the event is de-duplicated by; without one, the handler runs whenever it is called. */
  readonly key: string | undefined;
  /** Identifies the event in messages. */
  readonly eventId: string;
  readonly handle: () => unknown;
  /** Called when the store fails after the handler is done, which no longer changes the response. */
  readonly onError: (error: WebhookReceiverError) => void;
}

/**
 * Runs the handler unless the event has been handled already. A handler that throws gives the event back, for the
 * sender's retry.
 *
 * @throws {WebhookReceiverError} `handler_failed`, `event_in_progress`, `dedupe_failed`
 */
export async function handleOnce({ store, key, eventId, handle, onError }: OnceOptions): Promise<void> {
  if (key === undefined) return await runHandler(handle, eventId);
  const token = crypto.randomUUID();
  if ((await claimEvent(store, key, token)) === "committed") return;
  const settle = async (settling: () => Promise<void>): Promise<void> => {
    try {
      await settling();
    } catch (cause) {
      // At worst the event is handled once more, when its lease has lapsed.
      const message = `The claim of event ${eventId} was not settled.`;
      onError(new WebhookReceiverError("dedupe_failed", message, { cause }));
    }
  };
  try {
    await runHandler(handle, eventId);
  } catch (error) {
    await settle(() => store.release(key, token));
    throw error;
  }
  await settle(() => store.commit(key, token));
}

async function runHandler(handle: () => unknown, eventId: string): Promise<void> {
  try {
    await handle();
  } catch (cause) {
    throw new WebhookReceiverError("handler_failed", `The handler of event ${eventId} threw.`, { cause });
  }
}

// Ends before the sender's deadline, which is ten seconds.
const maxWaitMilliseconds = 5000;
const shortestPauseMilliseconds = 10;
const maxPauseMilliseconds = 250;

/**
 * Claims an event; when another copy of it is being handled right now, waits for what becomes of that one. To respond
 * 200 before it is known would lose the event if the other copy's handler throws.
 *
 * @throws {WebhookReceiverError} `event_in_progress`, `dedupe_failed`
 */
async function claimEvent(store: DedupeStore, key: string, token: string): Promise<"claimed" | "committed"> {
  const start = performance.now();
  let pause = shortestPauseMilliseconds;
  while (performance.now() - start < maxWaitMilliseconds) {
    const outcome = await claim(store, key, token);
    if (outcome !== "in_progress") return outcome;
    pause = Math.min(pause * 2, maxPauseMilliseconds);
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

/**
 * What a store identifies an event by: the parts that identify it, or their SHA-256 where a sender chose ids so long that
 * together they make no key.
 */
export async function toDedupeKey(parts: readonly string[]): Promise<string> {
  // With a secret for each installation, nobody who holds one can use up the event ids of another installation.
  const key = JSON.stringify(parts);
  return key.length <= maxDedupeKeyLength ? key : `sha256:${await hashText(key)}`;
}

async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
