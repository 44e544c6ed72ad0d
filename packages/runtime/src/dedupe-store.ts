/**
 * Remembers which events were handled. Claims are atomic, over all processes that share the store. The stores of
 * `@plugboard/webhook-receiver` (memory, SQLite, Postgres) fit.
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
