import type { FetchEvent } from "@plugboard/api";
import { encodeEnvelope } from "@plugboard/runtime/envelope";
import { createId } from "../common/create-id.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { DispatchTarget } from "./build-environment.ts";
import type { IntegrationRunner, RunnerResponse } from "./integration-runner.ts";

/** A request to an integration's public endpoint. */
export interface PublicRequest {
  readonly method: string;
  readonly url: string;
  /** In the order received; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes as received; absent when there were none. */
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** Headers that belong to one connection and say nothing on the next (RFC 9110, section 7.6.1). */
export const hopByHopHeaders: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Hands a public request to the integration, body untouched, and gives back the integration's own response.
 *
 * @throws PlatformError `not_found` when the integration handles no requests, or `integration_unreachable`
 */
export async function dispatchFetch(
  runner: IntegrationRunner,
  { installationId, integration, signingSecrets, environment }: DispatchTarget,
  request: PublicRequest,
): Promise<RunnerResponse> {
  if (!integration.description.fetch) {
    throw new PlatformError("not_found", `${integration.name} does not answer requests.`);
  }
  const event: FetchEvent = {
    type: "fetch",
    eventId: createId("evt"),
    installationId,
    request: {
      method: request.method,
      url: request.url,
      headers: request.headers.filter(([name]) => !hopByHopHeaders.has(name)),
    },
  };
  const envelope = encodeEnvelope({
    event,
    environment,
    ...(request.body !== undefined && { fetchBody: request.body }),
  });
  return await runner.dispatch({ url: integration.url, signingSecrets }, envelope);
}
