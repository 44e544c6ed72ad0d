import { AsyncLocalStorage } from "node:async_hooks";
import { createLog, type LogSink } from "../integration/log.ts";

/** The context of a request, for a rejection that outlives it. */
export interface RequestScope {
  readonly log: LogSink | undefined;
}

const scope = new AsyncLocalStorage<RequestScope>();
let guards = 0;

/** Runs a request so that its later unhandled rejections can be attributed to it. */
export function runGuarded(request: RequestScope, run: () => void): void {
  scope.run(request, run);
}

/**
 * Keeps the process alive when a promise of a guarded request rejects unhandled. Returns a function that
 * removes the guard.
 */
export function guardRejections(): () => void {
  guards += 1;
  if (guards === 1) process.on("unhandledRejection", onUnhandledRejection);
  return () => {
    guards -= 1;
    if (guards === 0) process.off("unhandledRejection", onUnhandledRejection);
  };
}

// Bun doesn't attribute rejections to requests. There, they don't end a server even without this guard.
const isBun = "bun" in process.versions;

function onUnhandledRejection(error: unknown): void {
  const request = scope.getStore();
  if (request?.log !== undefined) {
    createLog(request.log, Date.now).error("Unhandled promise rejection", { error });
  } else if (request !== undefined || isBun) {
    process.emitWarning(error instanceof Error ? error : String(error));
  } else if (process.listenerCount("unhandledRejection") === 1) {
    // Not from a guarded request, and there is no other listener: end the process, as without this guard.
    throw error;
  }
}
