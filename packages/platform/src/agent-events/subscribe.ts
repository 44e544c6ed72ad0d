import { dayMilliseconds, minuteMilliseconds } from "../common/durations.ts";
import type { JsonObject } from "@plugboard/api";
import type { AgentSubscribed, AgentSubscribing } from "@plugboard/api/client";
import { DeliveryError, type Endpoint, type WebhookSender } from "@plugboard/webhook-delivery";
import { isoTime } from "../common/iso-time.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { holds } from "../endpoints/webhook-endpoints.ts";
import { liveSecrets } from "../endpoints/endpoint-secrets.ts";
import { readEndpointMetadata, toMetadata } from "../endpoints/endpoint-metadata.ts";
import { endpointKinds } from "../endpoints/list-endpoints.ts";
import { createDataCheck } from "../events/custom-event-schema.ts";
import type { RateLimiter, RateLimitPolicy } from "../rate-limits/rate-limiter.ts";
import { type AgentEventType, getAgentEvent, toFilter } from "./agent-event-types.ts";
import { toFailure } from "./agent-message.ts";
import { type LogPosition, readCursor, toCursor } from "./event-cursor.ts";
import { mayReceive } from "./may-receive.ts";
import { replayLog, settledPosition, startOf } from "./event-log.ts";
import {
  type AgentSubscriptionRecord,
  findSubscription,
  lastVerification,
  listSubscriptionsOf,
  saveSubscription,
} from "./subscriptions.ts";
import { deleteEndpoint, removeSubscription } from "./remove-subscriptions.ts";
import { hashOfUrl, type Subscriber, subscriptionIdOf } from "./subscription-id.ts";
import { readDeliveryStatus } from "./delivery-status.ts";
import { findWatermark } from "./watermark.ts";

const lifetime = { min: 5 * minuteMilliseconds, default: dayMilliseconds, max: 7 * dayMilliseconds };
const secretOverlapMilliseconds = 5 * minuteMilliseconds;
const verifiedMilliseconds = dayMilliseconds;
/** Challenges that one subscriber causes. */
const subscriberPolicy: RateLimitPolicy = {
  name: "agent-challenges-of-subscriber",
  quota: 20,
  windowSeconds: 60,
};
/** Challenges to one host, which many subscribers can share. */
const hostPolicy: RateLimitPolicy = { name: "agent-challenges", quota: 60, windowSeconds: 60 };
/** The delays of retries. An unreachable callback's deliveries are held after 15 minutes, before the last one. */
const retryPolicy = {
  delaysMilliseconds: [2000, 2000, 5000, 10_000, 30_000, 60_000, 120_000, 300_000, 300_000, 300_000],
  jitter: 0.1,
  maxRetryAfterMilliseconds: 300_000,
};

/** A call of a subscriber. */
export interface SubscriberCall {
  readonly organizationId: string;
  readonly subscriber: Subscriber;
}

interface Context extends DispatchContext {
  readonly webhooks: Pick<WebhookSender, "challenge">;
  readonly rateLimiter: RateLimiter;
  readonly keepEventsMilliseconds: number;
}

/**
 * Creates or refreshes a subscription.
 *
 * @throws PlatformError `forbidden` for an agent without its person's consent, `not_found` for an unknown event,
 * `invalid_request` for wrong arguments or a forged cursor, `conflict` if a limit is reached, `callback_failed`,
 * `rate_limited`
 *
 * @throws DeliveryError `invalid_endpoint` for a URL that can never be called
 */
export async function subscribe(
  context: Context,
  { organizationId, subscriber }: SubscriberCall,
  request: AgentSubscribing,
): Promise<AgentSubscribed> {
  const { url, secret, receivesControls = false } = request;
  // A server without consents can't end subscriptions together with them.
  if (subscriber.clientId !== "" && !(await mayReceive(context, organizationId, subscriber)))
    throw new PlatformError("forbidden", "This agent isn't connected. Connect it again, or use an API key.");
  const event = await getAgentEvent(context, organizationId, request);
  await checkArguments(event, request.arguments);
  checkUrl(context, url);
  const { installationId, name } = event;
  const from =
    typeof request.cursor === "string" ? readCursor(context, installationId, request.cursor) : undefined;
  const id = subscriptionIdOf({
    organizationId,
    subscriber,
    url,
    installationId,
    name,
    arguments: request.arguments,
  });
  const now = context.now();
  const stored = await findSubscription(context, id);
  const existing = stored?.hasEnded === false && stored.expiresAt > now ? stored : undefined;
  const live = existing === undefined ? undefined : await context.deliveries.getEndpoint(id);
  const urlHash = hashOfUrl(url);
  const verifiedAt = await verify(context, { id, organizationId, subscriber, urlHash, url, secret });
  const record: AgentSubscriptionRecord = {
    id,
    organizationId,
    installationId,
    subscriber,
    name,
    arguments: request.arguments,
    host: new URL(url).host,
    urlHash,
    receivesControls,
    verifiedAt,
    createdAt: existing?.createdAt ?? now,
    expiresAt: now + lifetimeOf(request.ttlMs),
    hasEnded: false,
  };
  await saveSubscription(context, record);
  const current = await settledPosition(context, organizationId);
  const refreshBefore = isoTime(record.expiresAt);
  if (live !== undefined) {
    const deliveryStatus = await readDeliveryStatus(context, live);
    const endpoint = await refreshEndpoint(context, id, secret);
    const position = await findWatermark(context, endpoint, { upTo: current.position });
    const cursor = toCursor(context, installationId, { position, time: now });
    return { id, refreshBefore, cursor, truncated: false, deliveryStatus };
  }
  const { start, truncated } =
    from === undefined
      ? { start: current, truncated: false }
      : await startOf(context, organizationId, {
          from,
          maxAgeMs: request.maxAgeMs,
          keptMilliseconds: context.keepEventsMilliseconds,
        });
  await deleteEndpoint(context, id);
  const endpoint = await createEndpoint(context, record, event, { url, secret, start });
  const isCut = from !== undefined && (await replayLog(context, organizationId, endpoint, start));
  return {
    id,
    refreshBefore,
    cursor: toCursor(context, installationId, start),
    truncated: truncated || isCut,
  };
}

/** Ends a subscription, if it exists. Works for events that no longer exist, too. */
export async function unsubscribe(
  context: PlatformContext,
  { organizationId, subscriber }: SubscriberCall,
  { url, ...request }: Pick<AgentSubscribing, "name" | "installationId" | "arguments" | "url">,
): Promise<void> {
  const same = await listSubscriptionsOf(context, { organizationId, subscriber, urlHash: hashOfUrl(url) });
  const ended = same.filter(({ id, installationId, name }) => {
    const isOwn = request.installationId === undefined || request.installationId === installationId;
    const key = { ...request, organizationId, subscriber, url, installationId, name: request.name };
    return isOwn && name === request.name && id === subscriptionIdOf(key);
  });
  for (const { id } of ended) await removeSubscription(context, id);
}

/** Checks a subscription's arguments. @throws PlatformError `invalid_request` */
export async function checkArguments({ inputSchema }: AgentEventType, input: JsonObject): Promise<void> {
  const wrong = await createDataCheck()(JSON.stringify(inputSchema), input);
  if (wrong === undefined) return;
  throw new PlatformError("invalid_request", `arguments: ${wrong}`, [{ path: "arguments", message: wrong }]);
}

function checkUrl({ checkEndpoint }: Context, url: string): void {
  try {
    checkEndpoint({ url });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    throw new PlatformError(
      "invalid_request",
      `url: ${error.message}.`,
      [{ path: "url", message: error.message }],
      {
        cause: error,
      },
    );
  }
}

function lifetimeOf(ttlMs: number | null | undefined): number {
  if (ttlMs === undefined) return lifetime.default;
  return Math.min(Math.max(ttlMs ?? lifetime.max, lifetime.min), lifetime.max);
}

function headersOf(id: string): Readonly<Record<string, string>> {
  return { "X-MCP-Subscription-Id": id };
}

interface Callback extends SubscriberCall {
  readonly id: string;
  readonly urlHash: string;
  readonly url: string;
  readonly secret: string;
}

/**
 * Sends a challenge, unless this subscriber's callback answered one in the last 24 hours.
 *
 * @returns when the callback answered
 */
async function verify(context: Context, { id, url, secret, ...callback }: Callback): Promise<number> {
  const verifiedAt = await lastVerification(context, callback);
  if (verifiedAt !== undefined && verifiedAt > context.now() - verifiedMilliseconds) return verifiedAt;
  await takeChallenge(context, callback, new URL(url).host);
  const { isVerified, result } = await context.webhooks.challenge({
    url,
    secrets: [secret],
    options: { signatures: ["standard"], headers: headersOf(id) },
    message: "verification",
  });
  if (isVerified) return context.now();
  const reason = toFailure(result);
  throw new PlatformError("callback_failed", `The callback did not answer the challenge: ${reason}.`, [
    { path: "url", message: reason },
  ]);
}

/** @throws PlatformError `rate_limited` */
async function takeChallenge(
  { rateLimiter }: Context,
  { organizationId, subscriber }: SubscriberCall,
  host: string,
): Promise<void> {
  const { type, id, clientId } = subscriber;
  const quotas = [
    {
      policy: subscriberPolicy,
      key: JSON.stringify([organizationId, type, id, clientId]),
      where: "by this agent",
    },
    { policy: hostPolicy, key: host, where: `at ${host}` },
  ];
  for (const { policy, key, where } of quotas) {
    const { granted, retryAfterSeconds } = await rateLimiter.take(policy, key);
    if (!granted)
      throw new PlatformError(
        "rate_limited",
        `Too many callbacks ${where} were verified. Try again in ${retryAfterSeconds} seconds.`,
      );
  }
}

async function createEndpoint(
  { deliveries, now }: Context,
  { id, organizationId, installationId, name, arguments: input }: AgentSubscriptionRecord,
  { type }: AgentEventType,
  { url, secret, start }: { readonly url: string; readonly secret: string; readonly start: LogPosition },
): Promise<Endpoint> {
  const subscription = { organizationId, name, startPosition: start.position };
  return await deliveries.createEndpoint({
    id,
    tenant: installationId,
    fairnessGroup: organizationId,
    kind: endpointKinds.agent,
    url,
    eventTypes: [type],
    filter: toFilter(type, input),
    secrets: [secret],
    metadata: toMetadata({ subscription, secretTimes: [{ createdAt: now() }] }),
    options: {
      signatures: ["standard"],
      headers: headersOf(id),
      retryPolicy,
      responsePolicy: "subscription",
    },
  });
}

/** Replaces the secret, if it changed, and resumes deliveries. */
async function refreshEndpoint({ deliveries, now }: Context, id: string, secret: string): Promise<Endpoint> {
  const endpoint = await deliveries.updateEndpoint(id, (current) => {
    const [newest] = liveSecrets(current, now());
    if (newest === undefined || newest.secret === secret) return {};
    const previous = { createdAt: newest.createdAt, expiresAt: now() + secretOverlapMilliseconds };
    return {
      secrets: [secret, newest.secret],
      metadata: toMetadata({
        ...readEndpointMetadata(current),
        secretTimes: [{ createdAt: now() }, previous],
      }),
    };
  });
  const isSuspended = endpoint.holds.includes(holds.suspended);
  if (!isSuspended && endpoint.status === "active") return endpoint;
  // Forgets the failures first. The next attempt would otherwise be held again.
  const enabled = await deliveries.enableEndpoint(id);
  if (isSuspended) await deliveries.clearHold({ endpointId: id }, holds.suspended);
  return enabled;
}
