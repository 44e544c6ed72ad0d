import type { DefaultIntegrationTypes, IntegrationTypes } from "@plugboard/api";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import { describeIntegration } from "./describe-integration.ts";
import { dispatchEnvelope } from "./dispatch-envelope.ts";
import { type IncomingRequest, jsonResponse, type PlainResponse } from "./exchange.ts";
import type { Host, IntegrationEnv } from "./host.ts";
import { createContext } from "./integration-context.ts";
import type { IntegrationDefinition } from "./integration-definition.ts";
import { isExposedError } from "../errors/integration-error.ts";
import { createLog, type Log } from "./log.ts";
import { receiveRequest } from "./receive-request.ts";

/** What {@link handle} is called with and returns. */
export type Handle = (
  request: IncomingRequest,
  env: IntegrationEnv,
  host: Host,
) => Promise<PlainResponse | Response>;

/** Where `serve` finds how to call an integration without a `Request` and a `Response`. */
export const handle: unique symbol = Symbol();

/** An integration, ready to be called by the platform. */
export interface Integration {
  /**
   * Responds to a request of the platform. It never rejects: whatever goes wrong becomes a response.
   *
   * @param env where `PLUGBOARD_SIGNING_SECRET` is found
   * @param host what the host offers; the execution context of a worker fits
   */
  fetch(request: Request, env?: IntegrationEnv, host?: Host): Promise<Response>;
  readonly [handle]?: Handle;
}

/**
 * Makes an integration of its handlers. The platform posts envelopes to `{base URL}/v1`, and reads what is handled with
 * `GET {base URL}/v1`. Both must be signed with the secret in `PLUGBOARD_SIGNING_SECRET`; a `GET` over the empty body.
 *
 * @example
 * ```ts
 * import { createIntegration } from "@plugboard/runtime";
 *
 * export default createIntegration({
 *   events: {
 *     page_feedback: (event, { log }) => log.info("rated", { page: event.pageId, rating: event.feedback.rating }),
 *   },
 * });
 * ```
 */
export function createIntegration<Types extends IntegrationTypes = DefaultIntegrationTypes>(
  definition: IntegrationDefinition<Types>,
): Integration {
  const handleRequest: Handle = async (request, env, host) => {
    const { now = Date.now, log: sink = definition.log } = host;
    let log = createLog(sink, now);
    try {
      const { method, headers } = request;
      if (method !== "GET" && method !== "POST") {
        return { status: 405, headers: { allow: "GET, POST" }, body: "Method not allowed" };
      }
      // Read first: Bun forgets the type of a FormData body once the body was read.
      const contentType = headers.get("content-type");
      const body = await receiveRequest(definition, request, env, Math.floor(now() / 1000));
      if (method === "GET") return jsonResponse(describeIntegration(definition));
      const envelope = decodeEnvelope<Types>(body, contentType, definition.limits);
      const { eventId, type, installationId } = envelope.event;
      // From here on, also for what goes wrong, the log knows the event.
      log = createLog(sink, now, { eventId, type, installationId });
      return await dispatchEnvelope(definition, envelope, createContext(envelope, host, log, headers));
    } catch (error) {
      return errorResponse(error, log);
    }
  };
  return {
    fetch: async (request, env = {}, host = {}) => {
      const response = await handleRequest(request, env, host);
      return response instanceof Response ? response : new Response(response.body, response);
    },
    [handle]: handleRequest,
  };
}

/** Turns whatever a request ended with into its response, and logs it. The caller sees no message of a handler's own. */
function errorResponse(error: unknown, log: Log): PlainResponse {
  if (isExposedError(error)) {
    const { status, code, message } = error;
    log.warn("Refused", { status, code, reason: message });
    return jsonResponse({ error: message }, status);
  }
  log.error("A handler failed", { error });
  return jsonResponse({ error: "Internal server error" }, 500);
}
