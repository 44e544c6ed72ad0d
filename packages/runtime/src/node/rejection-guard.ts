import { AsyncLocalStorage } from "node:async_hooks";
import { createLog, type LogSink } from "../integration/log.ts";

/** What is known about a request when a promise it left behind rejects. */
export interface RequestScope {
  readonly log: LogSink | undefined;
}

const scope = new AsyncLocalStorage<RequestScope>();
let guards = 0;

/** Runs a request so that the promises it leaves behind are recognised as its own. */
export function runGuarded(request: RequestScope, run: () => void): void {
  scope.run(request, run);
}

/** Keeps the process alive when a promise of a guarded request rejects unhandled. Returns how to stop that. */
export function guardRejections(): () => void {
  guards += 1;
  if (guards === 1) process.on("unhandledRejection", onUnhandledRejection);
  return () => {
    guards -= 1;
    if (guards === 0) process.off("unhandledRejection", onUnhandledRejection);
  };
}

// Bun does not say which request a rejection comes from. There, none ends a server without this guard either.
const isBun = "bun" in process.versions;

function onUnhandledRejection(error: unknown): void {
  const request = scope.getStore();
  if (request?.log !== undefined) {
    createLog(request.log, Date.now).error("A promise was rejected and nobody handled it", { error });
  } else if (request !== undefined || isBun) {
    process.emitWarning(error instanceof Error ? error : String(error));
  } else if (process.listenerCount("unhandledRejection") === 1) {
    // None of ours, and nobody else listens: it ends the process, as it does without this guard.
    throw error;
  }
}
