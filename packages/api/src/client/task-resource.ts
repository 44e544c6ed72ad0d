/** Work that an integration gives itself to do later; it comes back as a `task` event. */
export interface TaskCreation {
  readonly task: { readonly type: string; readonly payload?: unknown };
  /** The installation whose environment the `task` event carries; none when left out. */
  readonly installationId?: string;
  /** How long to wait, in seconds; at once when left out. */
  readonly delaySeconds?: number;
}

/** A task that was queued. */
export interface TaskResource {
  readonly id: string;
  /** The `eventId` its `task` event will have. */
  readonly eventId: string;
  /** ISO 8601 time. */
  readonly dueAt: string;
}
