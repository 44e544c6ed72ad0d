import type { LogSink } from "./log.ts";

/** The environment variables of the host; the second argument of `fetch`. */
export interface IntegrationEnv {
  /** The integration's signing secret, or several separated by commas during a rotation. */
  readonly PLUGBOARD_SIGNING_SECRET?: string | undefined;
}

/** What the host offers a request; the third argument of `fetch`. Workers give their execution context here. */
export interface Host {
  /** Keeps the host from ending before the work is done. */
  waitUntil?(work: Promise<unknown>): void;
  /** Where log lines go, instead of the definition's own sink. */
  readonly log?: LogSink | undefined;
  /** Makes the requests of `context.api`, instead of the global `fetch`. */
  readonly apiFetch?: typeof globalThis.fetch | undefined;
  /** The current time in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}
