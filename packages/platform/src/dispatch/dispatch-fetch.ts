import type { FetchEvent } from "@plugboard/api";
import { createId } from "../common/create-id.ts";
import { PlatformError } from "../common/platform-error.ts";
import { callIntegration } from "./call-integration.ts";
import { buildDispatchTarget, type DispatchContext, type DispatchSubject } from "./dispatch-target.ts";
import type { RunnerResponse } from "./integration-runner.ts";

/** A request to an integration's public endpoint. */
export interface PublicRequest {
  readonly method: string;
  readonly url: string;
  /** In the order received; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes as received. `undefined` if there were none. */
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
}

/** Headers that apply to a single connection (RFC 9110, section 7.6.1). */
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
 * Forwards a public request to the integration with its body unchanged, and returns the integration's
 * response.
 *
 * @throws PlatformError `not_found` if the integration does not handle requests, or `integration_unreachable`
 */
export async function dispatchFetch(
  context: DispatchContext,
  subject: DispatchSubject,
  { method, url, headers, body }: PublicRequest,
): Promise<RunnerResponse> {
  const { installation, integration } = subject;
  if (!integration.description.fetch) {
    throw new PlatformError("not_found", `${integration.name} does not handle requests.`);
  }
  const event: FetchEvent = {
    type: "fetch",
    eventId: createId("evt", context.now()),
    ...(installation !== undefined && { installationId: installation.id }),
    request: { method, url, headers: headers.filter(([name]) => !hopByHopHeaders.has(name)) },
  };
  return await callIntegration(context, await buildDispatchTarget(context, subject), event, body);
}
