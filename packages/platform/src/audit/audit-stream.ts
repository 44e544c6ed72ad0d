import { DeliveryError, type Endpoint } from "@plugboard/webhook-delivery";
import { generateSecret } from "@plugboard/webhook-signer";
import { createId } from "../common/create-id.ts";
import { orNotFound } from "../common/platform-error.ts";
import { inList } from "../database/in-list.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { toMetadata } from "../endpoints/endpoint-metadata.ts";
import { endpointKinds } from "../endpoints/list-endpoints.ts";
import { toAuditEntry } from "./audit-log.ts";
import { showAuditEntry } from "./show-audit-entry.ts";

const eventType = "audit_entry";

/** Returns the endpoint that receives an organization's audit log. @throws PlatformError `not_found` without a stream */
export async function getAuditStream(context: PlatformContext, organizationId: string): Promise<Endpoint> {
  return orNotFound(
    await findStream(context, organizationId),
    `audit stream of organization ${organizationId}`,
  );
}

/**
 * Streams new entries of an organization's audit log to a URL, or changes the URL of its stream. Entries are sent once
 * their outcome is known. The secret stays the same, and an endpoint that the engine disabled is enabled.
 *
 * @throws DeliveryError `invalid_endpoint` for a URL that can never be called
 */
export async function setAuditStream(
  context: PlatformContext,
  organizationId: string,
  url: string,
): Promise<Endpoint> {
  const { db, deliveries, now } = context;
  context.checkEndpointUrl(url);
  const existing = await findStream(context, organizationId);
  if (existing !== undefined) return await changeUrl(context, organizationId, existing, url);
  const createdAt = now();
  const endpoint = await deliveries.createEndpoint({
    id: createId("ast", createdAt),
    tenant: organizationId,
    fairnessGroup: organizationId,
    kind: endpointKinds.audit,
    url,
    eventTypes: [eventType],
    secrets: [generateSecret()],
    metadata: toMetadata({ secretTimes: [{ createdAt }] }),
  });
  const inserted = await db.transaction().execute(
    async (transaction) =>
      await transaction
        .insertInto("audit_streams")
        .values({ organization_id: organizationId, endpoint_id: endpoint.id })
        .onConflict((conflict) => conflict.doNothing())
        .returning("endpoint_id")
        .executeTakeFirst(),
  );
  if (inserted !== undefined) return endpoint;
  // A concurrent call was faster.
  await deliveries.deleteEndpoint(endpoint.id);
  return await changeUrl(context, organizationId, await getAuditStream(context, organizationId), url);
}

async function changeUrl(
  context: PlatformContext,
  organizationId: string,
  { id, status }: Endpoint,
  url: string,
): Promise<Endpoint> {
  await context.deliveries.updateEndpoint(id, () => ({ url, eventTypes: [eventType] }));
  if (status === "disabled") await context.deliveries.enableEndpoint(id);
  return await getAuditStream(context, organizationId);
}

/** Ends an organization's stream. Entries that were not sent yet are dropped. @throws PlatformError `not_found` */
export async function deleteAuditStream(
  { db, deliveries }: PlatformContext,
  organizationId: string,
): Promise<void> {
  const endpointId = await db.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom("audit_streams")
      .where("organization_id", "=", organizationId)
      .returning("endpoint_id")
      .executeTakeFirst();
    return orNotFound(removed, `audit stream of organization ${organizationId}`).endpoint_id;
  });
  await deliveries.deleteEndpoint(endpointId);
}

async function findStream(
  { db, deliveries }: PlatformContext,
  organizationId: string,
): Promise<Endpoint | undefined> {
  const row = await db
    .selectFrom("audit_streams")
    .select("endpoint_id")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return await withoutTenantScope("auditStream", () => deliveries.getEndpoint(row.endpoint_id));
}

const batchSize = 200;

/**
 * Hands due audit entries to the delivery engine. After a crash they are handed over again, without effect. Their
 * deliveries are not audited, so a stream never causes entries of its own.
 *
 * @returns the number of entries
 */
export async function streamAuditEntries({ db, deliveries, now }: PlatformContext): Promise<number> {
  return await withoutTenantScope("auditStream", async () => {
    const rows = await db
      .selectFrom("audit_entries")
      .leftJoin("audit_streams", "audit_streams.organization_id", "audit_entries.organization_id")
      .selectAll("audit_entries")
      .select("audit_streams.endpoint_id as endpointId")
      .where("stream_due_at", "<=", now())
      .orderBy("stream_due_at")
      .limit(batchSize)
      .execute();
    if (rows.length === 0) return 0;
    await Promise.all(
      rows.map(async ({ endpointId, ...row }) => {
        // The stream has ended.
        if (endpointId === null) return;
        const entry = showAuditEntry(toAuditEntry(row));
        const body = JSON.stringify({ eventId: row.id, type: eventType, entry });
        await deliveries
          .enqueue([{ id: row.id, type: eventType, body, endpointIds: [endpointId] }])
          .catch(ignoreChanged);
      }),
    );
    await db
      .updateTable("audit_entries")
      .set({ stream_due_at: null })
      .where("id", "in", inList(rows.map(({ id }) => id)))
      .execute();
    return rows.length;
  });
}

/** Ignores that an entry was already handed over before it got its outcome. */
function ignoreChanged(error: unknown): void {
  if (!(error instanceof DeliveryError && error.code === "event_conflict")) throw error;
}
