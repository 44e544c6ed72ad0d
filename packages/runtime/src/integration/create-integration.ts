import type { DefaultIntegrationTypes, IntegrationTypes } from "@plugboard/api";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import type { PlatformEnvelope } from "../envelope/envelope.ts";
import { describeIntegration } from "./describe-integration.ts";
import { dispatchEnvelope } from "./dispatch-envelope.ts";
import { type IncomingRequest, jsonResponse, type PlainResponse } from "./exchange.ts";
import type { Host, IntegrationEnv } from "./host.ts";
import { createContext } from "./integration-context.ts";
import type { IntegrationDefinition } from "./integration-definition.ts";
import { isExposedError } from "../errors/integration-error.ts";
import { createLog, type Log } from "./log.ts";
import { receiveRequest } from "./receive-request.ts";

/** The signature of {@link handle}. */
export type Handle = (
  request: IncomingRequest,
  env: IntegrationEnv,
  host: Host,
) => Promise<PlainResponse | Response>;

/** The key of the method that `serve` uses to call an integration without creating a `Request` and a `Response`. */
export const handle: unique symbol = Symbol();

/** An integration that the platform can call. */
export interface Integration {
  /**
   * Responds to a request from the platform. Never rejects: errors become responses.
   *
   * @param env the environment with `PLUGBOARD_SIGNING_SECRET`
   * @param host services of the host, such as a worker's execution context
   */
  fetch(request: Request, env?: IntegrationEnv, host?: Host): Promise<Response>;
  readonly [handle]?: Handle;
}

/**
 * Creates an integration from its handlers. The platform posts envelopes to `{base URL}/v1` and reads the
 * description with `GET {base URL}/v1`. Both must be signed with the secret in `PLUGBOARD_SIGNING_SECRET`; a
 * `GET` is signed over the empty body.
 *
 * Without `Types`, it accepts handlers for the platform's own events only. For those of a product, pass the types
 * generated with `plugboard types --product`, or import a `createIntegration` that is bound to the product, such as that
 * of `@plugboard/content/integration`.
 *
 * @example
 * ```ts
 * import { createIntegration } from "@plugboard/runtime";
 *
 * export default createIntegration({
 *   events: {
 *     installation_setup: (event, { log }) => log.info("set up", { status: event.status }),
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
        return jsonResponse({ error: "Method not allowed" }, 405, { allow: "GET, POST" });
      }
      // Read this first: Bun forgets the type of a FormData body once the body is read.
      const contentType = headers.get("content-type");
      const body = await receiveRequest(definition, request, env, Math.floor(now() / 1000));
      if (method === "GET") return jsonResponse(describeIntegration(definition));
      // Handlers are selected by the event's name. Only events of the platform are read here.
      const envelope = decodeEnvelope<Types>(body, contentType, definition.limits) as PlatformEnvelope<Types>;
      const { eventId, type, installationId } = envelope.event;
      // From here on, log lines include the event, even those of errors.
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

/**
 * Converts an error into a response and logs it. Messages of a handler's own errors are hidden from the
 * caller.
 */
function errorResponse(error: unknown, log: Log): PlainResponse {
  if (isExposedError(error)) {
    const { status, code, message } = error;
    log.warn("Refused", { status, code, reason: message });
    return jsonResponse({ error: message }, status);
  }
  log.error("A handler failed", { error });
  return jsonResponse({ error: "Internal server error" }, 500);
}
