import {
  defaultRetryPolicy,
  type RetryPolicy,
  type Send,
  type WebhookSender,
} from "@plugboard/webhook-delivery";
import * as z from "zod";
import { shareReads } from "../common/share-reads.ts";
import { inOrganizations, withoutTenantScope } from "../database/organization-scope.ts";
import { dispatchEnvelope } from "../dispatch/dispatch-envelope.ts";
import {
  buildDispatchTarget,
  type DispatchContext,
  type DispatchTarget,
} from "../dispatch/dispatch-target.ts";
import { readEndpointMetadata } from "../endpoints/endpoint-metadata.ts";
import { endpointKinds } from "../endpoints/list-endpoints.ts";
import { createFairQueue } from "../http/fair-queue.ts";
import { liveSecrets } from "../endpoints/endpoint-secrets.ts";
import { readSetupProblems, recordSetupProblems } from "../installations/installations.ts";
import { reachesRemoved, resourceOfDelivery } from "./decide-targets.ts";
import { findInstallation } from "./find-installation.ts";
import { notSent } from "./not-sent.ts";
import { sendTask } from "./send-task.ts";
import { transformWebhook } from "./transform-webhook.ts";

// JSON stores null for missing values.
const nullable = z.string().nullable();
const addressSchema = z.tuple([z.string(), z.string(), nullable, nullable]);

// Requests share the database and would wait for the reads of all deliveries in flight.
const readLimits = {
  maxInFlight: 8,
  maxOfCaller: 4,
  // Bounded by the deliveries in flight. A refused read would count as a failed attempt of its delivery.
  maxWaitingOfCaller: Infinity,
  othersForMilliseconds: 10_000,
};

/** The maximum size of an integration's response. Only its beginning is stored. */
const maxResponseBytes = 64 * 1024;
const defaultTimeoutMilliseconds = 10_000;

/** Options for `createSendDelivery`. */
export interface SendDeliveryOptions {
  readonly timeoutMilliseconds?: number | undefined;
  /** The retry schedule of the delivery engine. */
  readonly retryPolicy?: RetryPolicy | undefined;
}

/** The senders for URLs. */
export interface DeliverySenders {
  readonly webhooks: Pick<WebhookSender, "send">;
  /** Sends events to the subscriptions of agents. */
  readonly sendAgentEvent: Send;
}

/**
 * Creates the sender for all kinds of endpoint: a webhook endpoint receives the event as signed JSON, an agent in the
 * form of MCP, and an integration in an envelope created at sending time, with the current environment and tokens. An
 * endpoint with `transform` receives the payload created by its integration.
 */
export function createSendDelivery(
  context: DispatchContext,
  { webhooks, sendAgentEvent }: DeliverySenders,
  {
    timeoutMilliseconds = defaultTimeoutMilliseconds,
    retryPolicy = defaultRetryPolicy,
  }: SendDeliveryOptions = {},
): Send {
  const sendWebhook: Send = async (delivery, endpoint, { signal }) => {
    const { eventId, eventType, ordering, resends, body } = delivery;
    const secrets = liveSecrets(endpoint, context.now()).map(({ secret }) => secret);
    const { timeoutMilliseconds: ownTimeout = timeoutMilliseconds, ...sending } = endpoint.options ?? {};
    const message = { eventId, eventType, orderingKey: ordering?.key, resends };
    const request = { url: endpoint.url, secrets, ...message, ...sending };
    if (readEndpointMetadata(endpoint).transform !== true)
      return await webhooks.send({ ...request, body }, { timeoutMilliseconds: ownTimeout, signal });
    const start = performance.now();
    const { webhook, failed } = await transformWebhook(context, delivery, endpoint, {
      timeoutMilliseconds: ownTimeout,
      signal,
    });
    const taken = Math.round(performance.now() - start);
    if (failed !== undefined) return { ...failed, timings: { total: taken } };
    const { transformedBy } = webhook;
    const result = await webhooks.send(
      // The endpoint's own headers take precedence.
      { ...request, body: webhook.body, headers: { ...webhook.headers, ...request.headers } },
      { timeoutMilliseconds: Math.max(1, ownTimeout - taken), signal },
    );
    const timings = { ...result.timings, total: result.timings.total + taken };
    return { ...result, startedAt: result.startedAt - taken, timings, transformedBy };
  };
  const reads = createFairQueue(readLimits, () => performance.now());
  // Deliveries that a worker starts together mostly belong to one installation.
  const readDispatch = shareReads(async (key) => {
    const [organization, tenant, ...parts] = addressSchema.parse(JSON.parse(key));
    const { installation, integration } = await reads.run(organization, () =>
      findInstallation(context, tenant, { removed: true }),
    );
    if (integration === undefined) return { installation };
    let target: Promise<DispatchTarget> | undefined;
    const [kind, id] = parts;
    const resources =
      kind === null || kind === undefined || id === null || id === undefined ? [] : [{ kind, id }];
    const subject = { installation, integration, resources };
    return {
      installation,
      target: () =>
        (target ??= reads.run(organization, () =>
          withoutTenantScope("deliveries", () => buildDispatchTarget(context, subject)),
        )),
    };
  });
  const sendEnvelope: Send = async (delivery, endpoint, { signal }) => {
    const { body, eventId, eventType, metadata } = delivery;
    const resource = resourceOfDelivery(metadata);
    const { installation, target } = await readDispatch(
      JSON.stringify([endpoint.fairnessGroup, endpoint.tenant, resource?.kind, resource?.id]),
    );
    if (installation.removed && !reachesRemoved(eventType)) {
      // The event was accepted before the removal, and no recipient is left.
      const why = "The installation was removed before this event was sent.";
      return notSent(context.now(), "invalid_request", why);
    }
    // Claimed before the engine knew of the pause: sent when the installation is resumed.
    if (installation.status === "paused" && !installation.removed)
      return notSent(context.now(), "aborted", "The installation is paused.");
    if (target === undefined)
      return notSent(context.now(), "invalid_request", "The integration was removed.");
    const options = { timeoutMilliseconds, maxResponseBytes, signal };
    const dispatch = async (content: string) =>
      await dispatchEnvelope(context, await target(), { eventId, type: eventType, content }, options);
    if (eventType === "task")
      return await inOrganizations([installation.organizationId], () =>
        sendTask(context, { delivery, installation, timeoutMilliseconds, retryPolicy, dispatch }),
      );
    const { result, response } = await dispatch(body);
    if (eventType.endsWith("installation_setup") && response?.status === 200) {
      const problems = readSetupProblems(response.body);
      await inOrganizations([installation.organizationId], () =>
        recordSetupProblems(
          context,
          installation.id,
          resource && { kind: resource.kind, resourceId: resource.id },
          problems,
        ),
      );
    }
    return result;
  };
  const senders: Readonly<Record<string, Send>> = {
    [endpointKinds.webhook]: sendWebhook,
    [endpointKinds.stream]: sendWebhook,
    [endpointKinds.agent]: sendAgentEvent,
  };
  return (delivery, endpoint, options) =>
    (senders[endpoint.kind] ?? sendEnvelope)(delivery, endpoint, options);
}
