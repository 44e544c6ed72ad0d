import type { LogSink } from "./log.ts";

/** Environment variables of the host; the second argument of `fetch`. */
export interface IntegrationEnv {
  /** The integration's signing secret, or several separated by commas during a rotation. */
  readonly PLUGBOARD_SIGNING_SECRET?: string | undefined;
}

/** Services of the host; the third argument of `fetch`. On Workers, this is the execution context. */
export interface Host {
  /** Keeps the host alive until the work is done. */
  waitUntil?(work: Promise<unknown>): void;
  /** The sink for log lines. Overrides the definition's own. */
  readonly log?: LogSink | undefined;
  /** Sends the requests of `context.api`. Defaults to the global `fetch`. */
  readonly apiFetch?: typeof globalThis.fetch | undefined;
  /** The current Unix time (ms). */
  readonly now?: (() => number) | undefined;
}
