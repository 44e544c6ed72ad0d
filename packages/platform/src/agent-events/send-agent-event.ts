import type { AttemptResult, Endpoint, Send, WebhookSender } from "@plugboard/webhook-delivery";
import { isoTime } from "../common/iso-time.ts";
import { readObject } from "../common/json.ts";
import { PlatformError } from "../common/platform-error.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import { notSent } from "../delivery/not-sent.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { readEndpointMetadata } from "../endpoints/endpoint-metadata.ts";
import { holds } from "../endpoints/webhook-endpoints.ts";
import type { ReceivedEvent } from "../events/received-event.ts";
import { agentDataOf } from "./agent-event-types.ts";
import { toEventBody, toGapBody } from "./agent-message.ts";
import { toRequest } from "./agent-request.ts";
import { toCursor } from "./event-cursor.ts";
import { mayReceive } from "./may-receive.ts";
import { deleteEndpoint } from "./remove-subscriptions.ts";
import { type AgentSubscriptionRecord, endSubscription, findSubscription } from "./subscriptions.ts";
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
    if (delivery.attempt > 1 && isUnreachable(endpoint, startedAt)) {
      // Waits until the subscriber refreshes the subscription.
      await context.deliveries.setHold({ endpointId: endpoint.id }, holds.suspended);
      return notSent(startedAt, "aborted", "The callback has failed for 15 minutes.");
    }
    const subscription = await withoutTenantScope("deliveries", () => findReceiver(context, endpoint));
    if (subscription === undefined) return notSent(startedAt, "expired", "The subscription has ended.");
    const { body, cursor } = await withoutTenantScope("deliveries", () =>
      toMessage(context, delivery, endpoint),
    );
    const send = async (eventId: string, text: string): Promise<AttemptResult> =>
      await webhooks.send(toRequest(endpoint, { eventId, body: text }, context.now()), {
        timeoutMilliseconds,
        signal,
      });
    if (body !== undefined) return await send(delivery.eventId, body);
    if (subscription.receivesControls) {
      const result = await send(`msg_gap_${delivery.id}`, toGapBody(cursor));
      if (!isAccepted(result)) return result;
    }
    return notSent(startedAt, "invalid_request", "The event is larger than 262,144 bytes.");
  };
}

/**
 * Returns whether requests have failed for 15 minutes, the last one without a response that concerns the event. A
 * callback that refuses single events stays subscribed.
 */
function isUnreachable({ failingSince, circuit }: Endpoint, now: number): boolean {
  const isFailing = circuit.state !== "closed" || circuit.failures > 0;
  return isFailing && failingSince !== undefined && now - failingSince > failingMilliseconds;
}

function isAccepted({ status = 0, errorCode }: AttemptResult): boolean {
  return errorCode === undefined && status >= 200 && status < 300;
}

/** Returns the subscription of an endpoint. `undefined` if it has ended, or its subscriber lost access. */
async function findReceiver(
  context: DispatchContext,
  { id }: Endpoint,
): Promise<AgentSubscriptionRecord | undefined> {
  const subscription = await findSubscription(context, id);
  if (subscription === undefined) {
    await deleteEndpoint(context, id);
    return undefined;
  }
  // The endpoint is kept until the callback has been told.
  if (subscription.hasEnded || subscription.expiresAt <= context.now()) return undefined;
  const { organizationId, subscriber } = subscription;
  if (await mayReceive(context, organizationId, subscriber)) return subscription;
  await endSubscription(context, organizationId, id).catch(ignoreMissing);
  return undefined;
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof PlatformError && error.code === "not_found")) throw error;
}

type SentDelivery = Parameters<Send>[0];

/** Returns the body of an event, `undefined` if it is too large, and the cursor after the event. */
async function toMessage(
  context: DispatchContext,
  { id, eventId, body, createdAt }: SentDelivery,
  endpoint: Endpoint,
): Promise<{ readonly body: string | undefined; readonly cursor: string }> {
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
  const cursor = toCursor(context, tenant, { position, time: context.now() });
  return { body: toEventBody(occurrence, cursor), cursor };
}
