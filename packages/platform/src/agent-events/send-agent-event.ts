import type { Endpoint, Send, WebhookSender } from "@plugboard/webhook-delivery";
import { isoTime } from "../common/iso-time.ts";
import { readObject } from "../common/json.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import { notSent } from "../delivery/not-sent.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { liveSecrets } from "../endpoints/endpoint-secrets.ts";
import { readEndpointMetadata } from "../endpoints/endpoint-metadata.ts";
import { holds } from "../endpoints/webhook-endpoints.ts";
import type { ReceivedEvent } from "../events/received-event.ts";
import { agentDataOf } from "./agent-event-types.ts";
import { toEventBody } from "./agent-message.ts";
import { toCursor } from "./event-cursor.ts";
import { mayReceive } from "./may-receive.ts";
import { deleteEndpoint, endSubscription, findSubscription } from "./subscriptions.ts";
import { findWatermark, logIdOf } from "./watermark.ts";

const failingMilliseconds = 15 * 60_000;
const defaultTimeoutMilliseconds = 10_000;

/**
 * Creates the sender of events to agents. It checks before each attempt that the subscription hasn't expired, and that
 * its subscriber may still receive events.
 */
export function createSendAgentEvent(
  context: DispatchContext,
  webhooks: Pick<WebhookSender, "send">,
  timeoutMilliseconds: number = defaultTimeoutMilliseconds,
): Send {
  return async (delivery, endpoint, { signal }) => {
    const startedAt = context.now();
    if (endpoint.failingSince !== undefined && startedAt - endpoint.failingSince > failingMilliseconds) {
      // Waits until the subscriber refreshes the subscription.
      await context.deliveries.setHold({ endpointId: endpoint.id }, holds.suspended);
      return notSent(startedAt, "aborted", "The callback has failed for 15 minutes.");
    }
    const refusal = await withoutTenantScope("deliveries", () => refuse(context, endpoint));
    if (refusal !== undefined) return notSent(startedAt, "expired", refusal);
    const body = await withoutTenantScope("deliveries", () => toBody(context, delivery, endpoint));
    if (body === undefined)
      return notSent(startedAt, "invalid_request", "The event is larger than 262,144 bytes.");
    const secrets = liveSecrets(endpoint, context.now()).map(({ secret }) => secret);
    const { timeoutMilliseconds: _, ...sending } = endpoint.options ?? {};
    return await webhooks.send(
      { url: endpoint.url, secrets, eventId: delivery.eventId, body, ...sending },
      { timeoutMilliseconds, signal },
    );
  };
}

/** Returns why nothing is sent for a subscription, after ending it. `undefined` if events are sent. */
async function refuse(context: DispatchContext, { id }: Endpoint): Promise<string | undefined> {
  const subscription = await findSubscription(context, id);
  if (subscription === undefined) {
    await deleteEndpoint(context, id);
    return "The subscription has ended.";
  }
  const { organizationId, subscriber } = subscription;
  if (await mayReceive(context, organizationId, subscriber)) return undefined;
  await endSubscription(context, organizationId, id);
  return "The subscriber can't receive the organization's events anymore.";
}

type SentDelivery = Parameters<Send>[0];

async function toBody(
  context: DispatchContext,
  { id, eventId, body, createdAt }: SentDelivery,
  endpoint: Endpoint,
): Promise<string | undefined> {
  const { tenant } = endpoint;
  const { subscription } = readEndpointMetadata(endpoint);
  const row = await context.db
    .selectFrom("events")
    .select(["position", "created_at"])
    .where("id", "=", logIdOf(eventId, tenant))
    .executeTakeFirst();
  // The log keeps events at least as long as their deliveries, unless an operator resends an old one.
  const upTo = row?.position ?? subscription?.startPosition ?? 0;
  const position = await findWatermark(context, endpoint, { upTo, except: id });
  // Written by `toReceivedEvent`.
  const received = readObject(body) as ReceivedEvent;
  const timestamp = isoTime(row?.created_at ?? createdAt);
  const occurrence = { eventId, name: subscription?.name ?? "", timestamp, data: agentDataOf(received) };
  return toEventBody(occurrence, toCursor(context, tenant, { position, time: context.now() }));
}
