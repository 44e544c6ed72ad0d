import { DeliveryError, type Endpoint, type WebhookSender } from "@plugboard/webhook-delivery";
import { sql } from "kysely";
import type { PlatformContext } from "../database/platform-context.ts";
import { toRequest } from "./agent-request.ts";
import { terminatedBody } from "./agent-message.ts";

const batchSize = 100;
const timeoutMilliseconds = 10_000;

/** Deletes a subscription without telling its callback. */
export async function removeSubscription(context: PlatformContext, id: string): Promise<void> {
  await context.db.deleteFrom("agent_subscriptions").where("id", "=", id).execute();
  await deleteEndpoint(context, id);
}

/** Deletes the endpoint of a subscription, which cancels its deliveries. */
export async function deleteEndpoint({ deliveries }: PlatformContext, id: string): Promise<void> {
  await deliveries.deleteEndpoint(id).catch((error: unknown) => {
    // It was deleted concurrently, or never created.
    if (!(error instanceof DeliveryError && error.code === "endpoint_not_found")) throw error;
  });
}

/** Deletes expired subscriptions. @returns their number, at most 100 */
export async function removeExpiredSubscriptions(context: PlatformContext): Promise<number> {
  const { db, now } = context;
  const expired = await db
    .selectFrom("agent_subscriptions")
    .select("id")
    .where("expires_at", "<=", now())
    .orderBy("expires_at")
    .limit(batchSize)
    .execute();
  for (const { id } of expired) {
    const { numDeletedRows } = await db
      .deleteFrom("agent_subscriptions")
      .where("id", "=", id)
      .where("expires_at", "<=", now())
      .executeTakeFirst();
    if (numDeletedRows > 0n) await deleteEndpoint(context, id);
  }
  return expired.length;
}

/**
 * Deletes subscriptions whose subscribers lost access, and tells their callbacks once, if they understand the message.
 *
 * @returns their number, at most 100
 */
export async function removeEndedSubscriptions(
  context: PlatformContext,
  webhooks: Pick<WebhookSender, "send">,
): Promise<number> {
  const { db, deliveries } = context;
  const ended = await db
    .selectFrom("agent_subscriptions")
    .select(["id", "receives_controls"])
    // A literal, to match the condition of the index.
    .where("ended", "=", sql.lit(1))
    .orderBy("id")
    .limit(batchSize)
    .execute();
  const told: Endpoint[] = [];
  for (const { id, receives_controls: receives } of ended) {
    const endpoint = await deliveries.getEndpoint(id);
    const { numDeletedRows } = await db
      .deleteFrom("agent_subscriptions")
      .where("id", "=", id)
      // It may have been subscribed again.
      .where("ended", "=", 1)
      .executeTakeFirst();
    // Another server deleted it first.
    if (numDeletedRows === 0n) continue;
    await deleteEndpoint(context, id);
    if (receives === 1 && endpoint !== undefined) told.push(endpoint);
  }
  await Promise.all(told.map(async (endpoint) => await tell(context, webhooks, endpoint)));
  return ended.length;
}

async function tell(
  { now }: PlatformContext,
  webhooks: Pick<WebhookSender, "send">,
  endpoint: Endpoint,
): Promise<void> {
  const message = { eventId: `msg_terminated_${crypto.randomUUID()}`, body: terminatedBody };
  await webhooks.send(toRequest(endpoint, message, now()), { timeoutMilliseconds });
}
