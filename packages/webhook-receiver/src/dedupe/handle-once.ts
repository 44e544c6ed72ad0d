import type { EventBase } from "@plugboard/api";
import { WebhookReceiverError } from "../webhook-receiver-error.ts";
import { claimEvent } from "./claim-event.ts";
import { dedupeKey } from "./dedupe-key.ts";
import type { DedupeStore } from "./dedupe-store.ts";

interface OnceOptions {
  readonly store: DedupeStore;
  readonly event: EventBase;
  readonly handle: () => unknown;
  /** Told when the store fails after the handler is done, which no longer changes the answer. */
  readonly onError: (error: WebhookReceiverError) => void;
}

/**
 * Runs the handler unless the event has been handled already. A handler that throws gives the event back, for the
 * sender's retry.
 *
 * @throws {WebhookReceiverError} `handler_failed`, `event_in_progress`, `dedupe_failed`
 */
export async function handleOnce({ store, event, handle, onError }: OnceOptions): Promise<void> {
  const { eventId } = event;
  const key = await dedupeKey(event);
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
    await handle();
  } catch (cause) {
    await settle(() => store.release(key, token));
    throw new WebhookReceiverError("handler_failed", `The handler of event ${eventId} threw.`, { cause });
  }
  await settle(() => store.commit(key, token));
}
