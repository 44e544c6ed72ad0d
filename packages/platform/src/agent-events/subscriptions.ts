import type { JsonObject } from "@plugboard/api";
import type { Selectable } from "kysely";
import { readObject } from "../common/json.ts";
import type { Keyset } from "../common/keyset.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { AgentSubscriptionTable } from "../database/tables.ts";
import { DeliveryError } from "@plugboard/webhook-delivery";
import { holdOrganization } from "../organizations/members.ts";
import type { Subscriber } from "./subscription-id.ts";

/** A subscription of an agent. Times are Unix times (ms). */
export interface AgentSubscriptionRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly installationId: string;
  readonly subscriber: Subscriber;
  /** The name of the event. */
  readonly name: string;
  readonly arguments: JsonObject;
  readonly host: string;
  readonly urlHash: string;
  readonly receivesControls: boolean;
  readonly verifiedAt: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

const maxOfSubscriber = 100;
const maxOfOrganization = 1000;
const maxOfUrl = 20;

/** Returns a subscription. `undefined` if there is none, or it has expired. */
export async function findSubscription(
  { db, now }: Pick<PlatformContext, "db" | "now">,
  id: string,
): Promise<AgentSubscriptionRecord | undefined> {
  const row = await db.selectFrom("agent_subscriptions").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined || row.expires_at <= now() ? undefined : toRecord(row);
}

/** Returns the subscriptions of an organization by ID, without expired ones. */
export async function listSubscriptions(
  { db, now }: PlatformContext,
  organizationId: string,
  { after = "", limit }: Keyset = {},
): Promise<readonly AgentSubscriptionRecord[]> {
  let query = db
    .selectFrom("agent_subscriptions")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", ">", after)
    .where("expires_at", ">", now())
    .orderBy("id");
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toRecord);
}

/** The subscriptions of a subscriber to one URL. */
export type SubscriberUrl = Pick<AgentSubscriptionRecord, "organizationId" | "subscriber" | "urlHash">;

/** Returns the subscriptions of a subscriber to a URL, including expired ones. */
export async function listSubscriptionsOf(
  { db }: PlatformContext,
  { organizationId, subscriber, urlHash }: SubscriberUrl,
): Promise<readonly AgentSubscriptionRecord[]> {
  const rows = await db
    .selectFrom("agent_subscriptions")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("url_hash", "=", urlHash)
    .where("actor_type", "=", subscriber.type)
    .where("actor_id", "=", subscriber.id)
    .where("client_id", "=", subscriber.clientId)
    .execute();
  return rows.map(toRecord);
}

/** Returns when a subscriber's callback last answered a challenge. `undefined` if it never did. */
export async function lastVerification(
  context: PlatformContext,
  url: SubscriberUrl,
): Promise<number | undefined> {
  const subscriptions = await listSubscriptionsOf(context, url);
  const times = subscriptions.map(({ verifiedAt }) => verifiedAt);
  return times.length === 0 ? undefined : Math.max(...times);
}

/**
 * Stores a new or refreshed subscription within the limits: 100 for each subscriber, 1,000 for the organization and
 * 20 for each URL.
 *
 * @throws PlatformError `conflict` with the name of the limit as `path`
 */
export async function saveSubscription(
  { db, now }: PlatformContext,
  record: AgentSubscriptionRecord,
): Promise<void> {
  const { id, organizationId, subscriber } = record;
  await db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    const others = transaction
      .selectFrom("agent_subscriptions")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("organization_id", "=", organizationId)
      .where("expires_at", ">", now())
      .where("id", "!=", id);
    const checks = [
      { limit: "subscriptions", max: maxOfOrganization, query: others },
      {
        limit: "subscriptionsPerPrincipal",
        max: maxOfSubscriber,
        query: others
          .where("actor_type", "=", subscriber.type)
          .where("actor_id", "=", subscriber.id)
          .where("client_id", "=", subscriber.clientId),
      },
      { limit: "subscriptionsPerUrl", max: maxOfUrl, query: others.where("url_hash", "=", record.urlHash) },
    ];
    for (const { limit, max, query } of checks) {
      const { count } = await query.executeTakeFirstOrThrow();
      if (Number(count) >= max) throw limitReached(limit, max);
    }
    const { id: _, created_at: __, ...changes } = toRow(record);
    await transaction
      .insertInto("agent_subscriptions")
      .values(toRow(record))
      .onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
      .execute();
  });
}

function limitReached(limit: string, max: number): PlatformError {
  return new PlatformError("conflict", `The limit of ${max} subscriptions is reached. End others first.`, [
    { path: limit, message: String(max) },
  ]);
}

/**
 * Ends a subscription and cancels its deliveries.
 *
 * @throws PlatformError `not_found`
 */
export async function endSubscription(
  context: PlatformContext,
  organizationId: string,
  id: string,
): Promise<void> {
  const deleted = await context.db
    .deleteFrom("agent_subscriptions")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  orNotFound(deleted.numDeletedRows > 0n ? id : undefined, `subscription ${id}`);
  await deleteEndpoint(context, id);
}

/** Deletes the endpoint of an ended subscription. */
export async function deleteEndpoint({ deliveries }: PlatformContext, id: string): Promise<void> {
  await deliveries.deleteEndpoint(id).catch((error: unknown) => {
    // It was deleted concurrently, or never created.
    if (!(error instanceof DeliveryError && error.code === "endpoint_not_found")) throw error;
  });
}

const sweptSubscriptions = 100;

/** Deletes expired subscriptions. @returns their number, at most 100 */
export async function removeExpiredSubscriptions(context: PlatformContext): Promise<number> {
  const { db, now } = context;
  const expired = await db
    .selectFrom("agent_subscriptions")
    .select("id")
    .where("expires_at", "<=", now())
    .orderBy("expires_at")
    .limit(sweptSubscriptions)
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

function toRow(record: AgentSubscriptionRecord): Selectable<AgentSubscriptionTable> {
  return {
    id: record.id,
    organization_id: record.organizationId,
    installation_id: record.installationId,
    actor_type: record.subscriber.type,
    actor_id: record.subscriber.id,
    client_id: record.subscriber.clientId,
    name: record.name,
    arguments: JSON.stringify(record.arguments),
    host: record.host,
    url_hash: record.urlHash,
    receives_controls: record.receivesControls ? 1 : 0,
    verified_at: record.verifiedAt,
    created_at: record.createdAt,
    expires_at: record.expiresAt,
  };
}

function toRecord(row: Selectable<AgentSubscriptionTable>): AgentSubscriptionRecord {
  return {
    id: row.id,
    organizationId: row.organization_id,
    installationId: row.installation_id,
    subscriber: { type: row.actor_type, id: row.actor_id, clientId: row.client_id },
    name: row.name,
    // Written from the same type.
    arguments: readObject(row.arguments) as JsonObject,
    host: row.host,
    urlHash: row.url_hash,
    receivesControls: row.receives_controls === 1,
    verifiedAt: row.verified_at,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
