import type { DefaultIntegrationTypes, IntegrationTypes } from "@plugboard/api";
import { answerError } from "./error-response.ts";
import { describeIntegration } from "./describe-integration.ts";
import { dispatchEnvelope } from "./dispatch-envelope.ts";
import { decodeEnvelope } from "./envelope/decode-envelope.ts";
import type { Host, IntegrationEnv } from "./host.ts";
import { createContext } from "./integration-context.ts";
import type { IntegrationDefinition } from "./integration-definition.ts";
import { createLog } from "./log.ts";
import { receiveBody } from "./receive-body.ts";

/** An integration, ready to be called by the platform. */
export interface Integration {
  /**
   * Answers a request of the platform. It never rejects: whatever goes wrong becomes an answer.
   *
   * @param env where `PLUGBOARD_SIGNING_SECRET` is found
   * @param host what the host offers; the execution context of a worker fits
   */
  fetch(request: Request, env?: IntegrationEnv, host?: Host): Promise<Response>;
}

/**
 * Makes an integration of its handlers. The platform posts envelopes to `{base URL}/v1`, and reads what is handled with
 * `GET {base URL}/v1`. Both must be signed with the secret in `PLUGBOARD_SIGNING_SECRET`; a `GET` over the empty body.
 */
export function createIntegration<Types extends IntegrationTypes = DefaultIntegrationTypes>(
  definition: IntegrationDefinition<Types>,
): Integration {
  return {
    fetch: async (request, env = {}, host = {}) => {
      const { now = Date.now, log: sink = definition.log } = host;
      let log = createLog(sink, now);
      try {
        const { method, headers } = request;
        if (method !== "GET" && method !== "POST") {
          return new Response("Method not allowed", { status: 405, headers: { allow: "GET, POST" } });
        }
        // Read first: Bun forgets the type of a FormData body once the body was read.
        const contentType = headers.get("content-type");
        const body = await receiveBody(definition, request, { env, now: Math.floor(now() / 1000) });
        if (method === "GET") return Response.json(describeIntegration(definition));
        const envelope = decodeEnvelope<Types>(body, contentType, definition.limits);
        const { eventId, type, installationId } = envelope.event;
        // From here on, also for what goes wrong, the log knows the event.
        log = createLog(sink, now, { eventId, type, installationId });
        return await dispatchEnvelope(definition, envelope, createContext(envelope, host, log));
      } catch (error) {
        return answerError(error, log);
      }
    },
  };
}
