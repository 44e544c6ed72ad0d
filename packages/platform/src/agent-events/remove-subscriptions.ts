import { DeliveryError, type Endpoint, type WebhookSender } from "@plugboard/webhook-delivery";
import { sql } from "kysely";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { AgentSubscriptionTable } from "../database/tables.ts";
import { getAgentEvent } from "./agent-event-types.ts";
import { type EndReason, toTerminatedBody } from "./agent-message.ts";
import { toRequest } from "./agent-request.ts";

const batchSize = 100;
const maxMessages = 50;
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

/** Deletes subscriptions that have ended. */
export interface SubscriptionRemoval {
  /**
   * Deletes subscriptions that have expired, whose subscribers lost access, or whose events no longer exist. Tells
   * their callbacks once, if they understand the message, and doesn't wait for their responses unless 50 are pending.
   *
   * @returns the number of subscriptions, at most 200
   */
  readonly run: () => Promise<number>;
  /** Resolves when no message is being sent. */
  readonly settled: () => Promise<void>;
}

/** Creates the removal of ended subscriptions. */
export function createSubscriptionRemoval(
  context: PlatformContext,
  webhooks: Pick<WebhookSender, "send">,
  onError: (error: unknown) => void,
): SubscriptionRemoval {
  const { db, deliveries, now } = context;
  const messages = new Set<Promise<void>>();

  async function tell(endpoint: Endpoint, reason: EndReason): Promise<void> {
    const message = { eventId: `msg_terminated_${crypto.randomUUID()}`, body: toTerminatedBody(reason) };
    await webhooks.send(toRequest(endpoint, message, now()), { timeoutMilliseconds });
  }

  async function remove(subscription: EndedSubscription): Promise<void> {
    const { id } = subscription;
    const endpoint = await deliveries.getEndpoint(id);
    const reason = await reasonOf(context, subscription);
    const { numDeletedRows } = await db
      .deleteFrom("agent_subscriptions")
      .where("id", "=", id)
      // It may have been subscribed again.
      .where((is) => is.or([is("ended", "=", 1), is("expires_at", "<=", now())]))
      .executeTakeFirst();
    // Another server deleted it first.
    if (numDeletedRows === 0n) return;
    await deleteEndpoint(context, id);
    if (subscription.receives_controls === 0 || endpoint === undefined) return;
    while (messages.size >= maxMessages) await Promise.race(messages);
    const message: Promise<void> = tell(endpoint, reason)
      .catch(onError)
      .finally(() => messages.delete(message));
    messages.add(message);
  }

  return {
    run: async () => {
      const columns = [
        "id",
        "organization_id",
        "installation_id",
        "name",
        "receives_controls",
        "ended",
      ] as const;
      const ended = await db
        .selectFrom("agent_subscriptions")
        .select(columns)
        // A literal, to match the condition of the index.
        .where("ended", "=", sql.lit(1))
        .orderBy("id")
        .limit(batchSize)
        .execute();
      const expired = await db
        .selectFrom("agent_subscriptions")
        .select(columns)
        .where("expires_at", "<=", now())
        .orderBy("expires_at")
        .limit(batchSize)
        .execute();
      const subscriptions = new Map([...expired, ...ended].map((each) => [each.id, each]));
      for (const subscription of subscriptions.values()) await remove(subscription);
      return subscriptions.size;
    },
    settled: async () => {
      await Promise.all(messages);
    },
  };
}

type EndedSubscription = Pick<
  AgentSubscriptionTable,
  "id" | "organization_id" | "installation_id" | "name" | "receives_controls" | "ended"
>;

async function reasonOf(
  context: PlatformContext,
  { organization_id: organizationId, installation_id: installationId, name, ended }: EndedSubscription,
): Promise<EndReason> {
  if (ended === 0) return "expired";
  try {
    await getAgentEvent(context, organizationId, { name, installationId });
    return "revoked";
  } catch (error) {
    if (error instanceof PlatformError && error.code === "not_found") return "removed";
    throw error;
  }
}
