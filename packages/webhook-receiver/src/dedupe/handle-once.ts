import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";
import { type DedupeStore, maxDedupeKeyLength } from "./dedupe-store.ts";

interface OnceOptions {
  readonly store: DedupeStore;
  /** The de-duplication key. Without one, the handler always runs. */
  readonly key: string | undefined;
  /** The event ID for error messages. */
  readonly eventId: string;
  readonly handle: () => unknown;
  /** Called if the store fails after the handler finished. The response doesn't change. */
  readonly onError: (error: WebhookReceiverError) => void;
}

/**
 * Runs the handler unless the event was already handled. Releases the event if the handler throws, so the
 * sender's retry runs it again.
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
      // At worst, the event is handled again after the lease expires.
      const message = `The claim of event ${eventId} could not be committed or released.`;
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

// Shorter than the sender's timeout of ten seconds.
const maxWaitMilliseconds = 5000;
const shortestPauseMilliseconds = 10;
const maxPauseMilliseconds = 250;

/**
 * Claims an event. If a copy is being handled, waits for its outcome: responding 200 early would lose the
 * event if that handler throws.
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
    "A copy of the event is still being handled. Try again later.",
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
 * Returns the store's key for an event: its identifying parts, or their SHA-256 if they exceed the maximum
 * key length.
 */
export async function toDedupeKey(parts: readonly string[]): Promise<string> {
  // Includes the installation, so that the holder of one secret can't use up another installation's event
  // IDs.
  const key = JSON.stringify(parts);
  return key.length <= maxDedupeKeyLength ? key : `sha256:${await hashText(key)}`;
}

async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
