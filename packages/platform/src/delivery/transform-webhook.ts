import type { FetchWebhookPayloadEvent } from "@plugboard/api";
import type { AttemptResult, Endpoint, Send } from "@plugboard/webhook-delivery";
import { readJson, readObject } from "../common/json.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import { dispatchEnvelope } from "../dispatch/dispatch-envelope.ts";
import { buildDispatchTarget, type DispatchContext } from "../dispatch/dispatch-target.ts";
import type { RunnerExchange } from "../dispatch/integration-runner.ts";
import { resourceOfDelivery } from "./decide-targets.ts";
import { findInstallation } from "./find-installation.ts";
import { notSent } from "./not-sent.ts";

/** The transformed payload of an event. */
export interface TransformedWebhook {
  /** JSON, to be signed and sent unchanged. */
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** The integration and its version, such as `slack@3`. */
  readonly transformedBy: string;
}

/** The transformed payload, or a failed attempt. */
export type Transformation =
  | { readonly webhook: TransformedWebhook; readonly failed?: undefined }
  | { readonly failed: AttemptResult; readonly webhook?: undefined };

// Less than the attempt's timeout, to leave time for the endpoint's response.
const maxMilliseconds = 5000;
const maxPayloadBytes = 256 * 1024;

/**
 * Lets the integration of an endpoint's installation create the payload. The version that the installation
 * runs receives the event in a normal envelope. The stored event is unchanged.
 */
export async function transformWebhook(
  context: DispatchContext,
  { eventId, body, metadata }: Parameters<Send>[0],
  endpoint: Pick<Endpoint, "id" | "tenant">,
  { timeoutMilliseconds, signal }: { readonly timeoutMilliseconds: number; readonly signal: AbortSignal },
): Promise<Transformation> {
  const startedAt = context.now();
  const fail = (message: string): Transformation => ({
    failed: notSent(startedAt, "transformation_failed", message),
  });
  const { installation, integration } = await findInstallation(context, endpoint.tenant);
  // Claimed before the engine knew of the pause: sent when the installation is resumed.
  if (installation.status === "paused")
    return { failed: notSent(startedAt, "aborted", "The installation is paused.") };
  if (integration === undefined) return fail("The integration was removed.");
  const { name, version, description } = integration;
  const transformedBy = `${name}@${version}`;
  if (description.requests?.includes("fetch_webhook_payload") !== true)
    return fail(`${transformedBy} does not handle fetch_webhook_payload.`);
  const resource = resourceOfDelivery(metadata);
  const resources = resource === undefined ? [] : [resource];
  const target = await withoutTenantScope("deliveries", () =>
    buildDispatchTarget(context, { installation, integration, resources }),
  );
  const event: FetchWebhookPayloadEvent = {
    type: "fetch_webhook_payload",
    eventId,
    installationId: installation.id,
    endpointId: endpoint.id,
    payload: readObject(typeof body === "string" ? body : new TextDecoder().decode(body)),
  };
  const exchange = await dispatchEnvelope(
    context,
    target,
    { eventId, type: event.type, content: event },
    {
      timeoutMilliseconds: Math.min(maxMilliseconds, timeoutMilliseconds),
      maxResponseBytes: maxPayloadBytes,
      signal,
    },
  );
  const { errorCode, errorMessage = "The transformation was aborted." } = exchange.result;
  // Aborted on our side, when the script process is lost or a worker stops: retried, and not counted as a
  // failure.
  if (errorCode === "aborted") return { failed: notSent(startedAt, errorCode, errorMessage) };
  const reason = whyUnusable(exchange);
  if (reason !== undefined) return fail(`${transformedBy} returned no payload: ${reason}`);
  const { body: payload = new Uint8Array(), headers = new Headers() } = exchange.response ?? {};
  // Other headers apply to this response only, such as its length and type.
  const added = [...headers].filter(([header]) => header.startsWith("x-"));
  return { webhook: { body: payload, headers: Object.fromEntries(added), transformedBy } };
}

function whyUnusable({ result, response }: RunnerExchange): string | undefined {
  if (response === undefined)
    return result.errorMessage ?? `its response has more than ${maxPayloadBytes} bytes`;
  if (response.status !== 200) return `it responded with status ${response.status}`;
  return readJson(response.body) === undefined ? "its response is not JSON" : undefined;
}
