/** The key of a context's task state, which handlers don't see. */
export const taskState: unique symbol = Symbol();

/** The state of a task in the current request. */
export interface TaskState {
  /** The host's clock (Unix time, ms). Defaults to the system's. */
  readonly now: (() => number) | undefined;
  /** Whether the task needs another request. */
  continues?: boolean;
}
