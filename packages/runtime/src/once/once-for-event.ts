import type { DefaultIntegrationTypes, EventBase, IntegrationTypes } from "@plugboard/api";
import { IntegrationError } from "../errors/integration-error.ts";
import type { EventHandler } from "../integration/integration-definition.ts";

/**
 * Stores which events were handled. Claims are atomic across all processes that share the store. The stores
 * of `@plugboard/webhook-receiver` (memory, SQLite, PostgreSQL, Redis) fit.
 */
export interface DedupeStore {
  /**
   * Claims an event under the caller's token. `claimed` means that only the caller has it, `in_progress` that
   * another caller has it, and `committed` that it was handled.
   */
  claim(eventId: string, token: string): Promise<"claimed" | "in_progress" | "committed">;
  /** Marks a claimed event as handled. */
  commit(eventId: string, token: string): Promise<void>;
  /** Releases a claimed event, so that it can be retried. */
  release(eventId: string, token: string): Promise<void>;
}

/** Options for `onceForEvent`. */
export interface OnceOptions<Event extends EventBase, Types extends IntegrationTypes> {
  readonly store: DedupeStore;
  /**
   * Distinguishes this handler from others for the same event in the store. Keep the name when the code
   * changes.
   */
  readonly name: string;
  readonly handler: EventHandler<Event, Types>;
}

/**
 * Creates a handler that runs once per event, even if the event is delivered several times. If it throws, the
 * event is released for its retry. While another copy of the event is being handled, the response is a 503,
 * so the platform resends the event later.
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
 *     installation_setup: onceForEvent({ store, name: "notify", handler: (event, { log }) => log.info(event.status) }),
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
    // A store failure here doesn't change the outcome: at worst, the event is handled again.
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
