import { isIntegrationError } from "./integration-error.ts";
import type { Log } from "./log.ts";

/** Turns whatever a request ended with into its answer, and logs it. Only an `IntegrationError` is shown to the caller. */
export function answerError(error: unknown, log: Log): Response {
  if (isIntegrationError(error)) {
    const { status, code, message } = error;
    log.warn("The request was refused", { status, code, reason: message });
    return Response.json({ error: message }, { status });
  }
  log.error("A handler failed", { error });
  return Response.json({ error: "Internal server error" }, { status: 500 });
}
