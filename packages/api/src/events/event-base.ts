/** The fields of every event (docs/conformance.md#webhook-events). */
export interface EventBase {
  /** Unique for each event and the same on every attempt. Receivers use it to drop duplicates. */
  readonly eventId: string;
  /** The organization-level installation that receives the event. */
  readonly installationId: string;
}
