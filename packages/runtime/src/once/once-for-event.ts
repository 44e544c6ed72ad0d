import type { DefaultIntegrationTypes, EventBase, IntegrationTypes } from "@plugboard/api";
import { IntegrationError } from "../errors/integration-error.ts";
import type { EventHandler } from "../integration/integration-definition.ts";

/**
 * Remembers which events were handled. Claims are atomic, over all processes that share the store. The stores of
 * `@plugboard/webhook-receiver` (memory, SQLite, PostgreSQL, Redis) fit.
 */
export interface DedupeStore {
  /**
   * Claims an event under a token that is the caller's own: `claimed` gives it to the caller alone, `in_progress` says
   * that another holds it, `committed` that it was handled.
   */
  claim(eventId: string, token: string): Promise<"claimed" | "in_progress" | "committed">;
  /** Marks a claimed event as handled. */
  commit(eventId: string, token: string): Promise<void>;
  /** Gives a claimed event back, for its retry. */
  release(eventId: string, token: string): Promise<void>;
}

/** A handler that must not run twice for an event. */
export interface OnceOptions<Event extends EventBase, Types extends IntegrationTypes> {
  readonly store: DedupeStore;
  /** Distinguishes this handler from others of the same event in the same store; keep it when the code changes. */
  readonly name: string;
  readonly handler: EventHandler<Event, Types>;
}

/**
 * Makes a handler that runs once for an event, however often the event is delivered. When it throws, the event is given
 * back for its retry. While another copy of the event is being handled, the response is 503: the platform sends the
 * event again, and finds out then how it went.
 *
 * @example
 * ```ts
 * import { createIntegration, onceForEvent } from "@plugboard/runtime";
 * import { createMemoryDedupeStore } from "@plugboard/webhook-receiver";
 *
 * const store = createMemoryDedupeStore();
 *
 * export default createIntegration({
 *   events: {
 *     page_feedback: onceForEvent({ store, name: "notify", handler: (event, { log }) => log.info(event.pageId) }),
 *   },
 * });
 * ```
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
    // A store that fails here does not change what became of the event: at worst it is handled once more.
    const record = async (recording: Promise<void>): Promise<void> => {
      await recording.catch((error: unknown) => context.log.error("The outcome was not recorded", { error }));
    };
    try {
      await handler(event, context);
    } catch (error) {
      await record(store.release(key, token));
      throw error;
    }
    await record(store.commit(key, token));
  };
}
