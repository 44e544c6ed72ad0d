import type { DefaultIntegrationTypes, EventBase, IntegrationTypes } from "@plugboard/api";
import type { DedupeStore } from "./dedupe-store.ts";
import { IntegrationError } from "./integration-error.ts";
import type { EventHandler } from "./integration-definition.ts";

/** A handler that must not run twice for an event. */
export interface OnceOptions<Event extends EventBase, Types extends IntegrationTypes> {
  readonly store: DedupeStore;
  /** Tells this handler from others of the same event in the same store; keep it when the code changes. */
  readonly name: string;
  readonly handler: EventHandler<Event, Types>;
}

/**
 * Makes a handler that runs once for an event, however often the event is delivered. When it throws, the event is given
 * back for its retry. While another copy of the event is handled, the answer is 503: the platform sends it again, and
 * finds out then how it went.
 */
export function onceForEvent<
  Event extends EventBase,
  Types extends IntegrationTypes = DefaultIntegrationTypes,
>({ store, name, handler }: OnceOptions<Event, Types>): EventHandler<Event, Types> {
  return async (event, context) => {
    const key = `${name}:${event.eventId}`;
    const token = crypto.randomUUID();
    const outcome = await store.claim(key, token);
    if (outcome === "committed") return;
    if (outcome === "in_progress") {
      throw new IntegrationError("Another copy of this event is being handled", 503, "event_in_progress");
    }
    // What the store fails to note does not change what became of the event: at worst it is handled once more.
    const settle = async (settling: Promise<void>): Promise<void> => {
      await settling.catch((error: unknown) => context.log.error("A claim was not settled", { error }));
    };
    try {
      await handler(event, context);
    } catch (error) {
      await settle(store.release(key, token));
      throw error;
    }
    await settle(store.commit(key, token));
  };
}
