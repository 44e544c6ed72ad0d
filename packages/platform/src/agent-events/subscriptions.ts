import type { JsonObject } from "@plugboard/api";
import type { Selectable } from "kysely";
import { readObject } from "../common/json.ts";
import type { Keyset } from "../common/keyset.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { AgentSubscriptionTable } from "../database/tables.ts";
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
  /** Whether the subscriber lost access. */
  readonly hasEnded: boolean;
}

const maxOfSubscriber = 100;
const maxOfOrganization = 1000;
const maxOfUrl = 20;

/** Returns a stored subscription, including ended and expired ones. */
export async function findSubscription(
  { db }: Pick<PlatformContext, "db">,
  id: string,
): Promise<AgentSubscriptionRecord | undefined> {
  const row = await db.selectFrom("agent_subscriptions").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toRecord(row);
}

/** Returns the subscriptions of an organization by ID, without ended and expired ones. */
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
    .where("ended", "=", 0)
    .orderBy("id");
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toRecord);
}

/** The subscriptions of a subscriber to one URL. */
export type SubscriberUrl = Pick<AgentSubscriptionRecord, "organizationId" | "subscriber" | "urlHash">;

/** Returns the subscriptions of a subscriber to a URL, including ended and expired ones. */
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
      .where("ended", "=", 0)
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
 * Ends a subscription. Nothing more is sent, except for the message about its end.
 *
 * @throws PlatformError `not_found`
 */
export async function endSubscription(
  { db, now }: Pick<PlatformContext, "db" | "now">,
  organizationId: string,
  id: string,
): Promise<void> {
  const updated = await db
    .updateTable("agent_subscriptions")
    .set({ ended: 1 })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .where("ended", "=", 0)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  orNotFound(updated.numUpdatedRows > 0n ? id : undefined, `subscription ${id}`);
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
    ended: record.hasEnded ? 1 : 0,
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
    hasEnded: row.ended === 1,
  };
}
