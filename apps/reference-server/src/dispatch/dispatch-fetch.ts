import type { FetchEvent } from "@plugboard/api";
import { encodeEnvelope } from "@plugboard/runtime/envelope";
import { createId } from "../platform/create-id.ts";
import type { DispatchTarget } from "./build-environment.ts";
import type { IntegrationRunner, RunnerResponse } from "./integration-runner.ts";

/** A request somebody made to a public endpoint. */
export interface PublicRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Iterable<readonly [name: string, value: string]>;
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

/** Hands a public request to the integration, body untouched, and gives back the integration's own response. */
export async function dispatchFetch(
  runner: IntegrationRunner,
  { integration, signingSecrets, environment }: DispatchTarget,
  installationId: string,
  request: PublicRequest,
): Promise<RunnerResponse> {
  const headers = [...request.headers].filter(([name]) => !hopByHopHeaders.has(name.toLowerCase()));
  const event: FetchEvent = {
    type: "fetch",
    eventId: createId("evt"),
    installationId,
    request: { method: request.method, url: request.url, headers },
  };
  const envelope = encodeEnvelope({
    event,
    environment,
    ...(request.body !== undefined && { fetchBody: request.body }),
  });
  return await runner.dispatch({ url: integration.url, signingSecrets }, envelope);
}
