import { DeliveryError, type Endpoint } from "@plugboard/webhook-delivery";
import { generateSecret } from "@plugboard/webhook-signer";
import type { Transaction } from "kysely";
import { createId } from "../common/create-id.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import { installationOfHost, type PlatformUrls } from "../common/platform-urls.ts";
import { inList } from "../database/in-list.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { resolveFailures } from "../delivery/failure-statuses.ts";
import { toMetadata } from "../endpoints/endpoint-metadata.ts";
import { endpointKinds } from "../endpoints/list-endpoints.ts";
import { gatherMilliseconds } from "../logs/log-rows.ts";
import { readFilter, type StreamFilter } from "./stream-filter.ts";

/** The kinds of streams, with the event type that their endpoint receives. */
export const streamEventTypes = { audit: "audit_entry", logs: "log_lines" } as const;

/** `audit` for an organization's audit log, `logs` for the log lines of its integrations. */
export type StreamKind = keyof typeof streamEventTypes;

/**
 * Returns the log that an endpoint receives, `undefined` if it receives none.
 *
 * @example
 * import { type Platform, streamKindOf } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const endpoint = await platform.deliveries.getEndpoint("str_1");
 * console.log(endpoint && streamKindOf(endpoint)); // logs
 */
export function streamKindOf({
  kind,
  eventTypes,
}: Pick<Endpoint, "eventTypes" | "kind">): StreamKind | undefined {
  if (kind !== endpointKinds.stream) return undefined;
  return eventTypes.includes(streamEventTypes.logs) ? "logs" : "audit";
}

/** A stream of an organization. */
export interface StreamKey {
  readonly organizationId: string;
  readonly kind: StreamKind;
}

/** A stream's filter and the endpoint that receives its entries. */
export interface Stream {
  readonly endpoint: Endpoint;
  readonly filter: StreamFilter;
}

/** The context of changes to streams. */
type StreamContext = PlatformContext & { readonly urls: PlatformUrls };

/** Returns a stream. @throws PlatformError `not_found` without it */
export async function getStream(context: PlatformContext, key: StreamKey): Promise<Stream> {
  return orNotFound(await findStream(context, key), nameOf(key));
}

/** Returns a stream, or `undefined` if there is none. */
export async function findStream(context: PlatformContext, key: StreamKey): Promise<Stream | undefined> {
  const row = await findRow(context, key);
  return row && (await readStream(context, row));
}

/**
 * Streams new entries to a URL, or changes the URL and filter of a stream. Audit entries are sent once their outcome is
 * known. The secret stays the same, and an endpoint that the engine disabled is enabled.
 *
 * @throws DeliveryError `invalid_endpoint` for a URL that can never be called
 * @throws PlatformError `invalid_request` for a filter that doesn't fit the kind or organization
 */
export async function setStream(
  context: StreamContext,
  key: StreamKey,
  { url, ...filter }: StreamFilter & { readonly url: string },
): Promise<Stream> {
  const { db, deliveries, now } = context;
  context.checkEndpoint({ url });
  await checkStream(context, key, { url, ...filter });
  const row = await findRow(context, key);
  const existing = row && (await readStream(context, row));
  if (existing !== undefined) return await changeStream(context, key, existing, { url, filter });
  // Its deletion was interrupted.
  if (row !== undefined) await deleteRow(context, key, row);
  const createdAt = now();
  const { organizationId, kind } = key;
  const endpoint = await deliveries.createEndpoint({
    id: createId("str", createdAt),
    tenant: organizationId,
    fairnessGroup: organizationId,
    kind: endpointKinds.stream,
    url,
    eventTypes: [streamEventTypes[kind]],
    secrets: [generateSecret()],
    metadata: toMetadata({ secretTimes: [{ createdAt }] }),
  });
  const isInserted = await db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto("streams")
      .values({
        organization_id: organizationId,
        kind,
        endpoint_id: endpoint.id,
        filter: JSON.stringify(filter),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("endpoint_id")
      .executeTakeFirst();
    if (inserted !== undefined && kind === "logs") await skipWrittenLines(transaction, organizationId, now());
    return inserted !== undefined;
  });
  if (isInserted) return { endpoint, filter };
  // A concurrent call was faster.
  await deliveries.deleteEndpoint(endpoint.id);
  return await changeStream(context, key, await getStream(context, key), { url, filter });
}

/** A line that is written meanwhile, by a transaction that doesn't see the stream yet, is due too. */
async function skipWrittenLines(
  transaction: Transaction<Tables>,
  organizationId: string,
  now: number,
): Promise<void> {
  await transaction
    .updateTable("integration_log_positions")
    .set((row) => ({
      streamed_position: row.ref("position"),
      batch_end: null,
      stream_due_at: now + gatherMilliseconds,
    }))
    .where("organization_id", "=", organizationId)
    .execute();
}

async function changeStream(
  context: PlatformContext,
  key: StreamKey,
  { endpoint: { id, status } }: Stream,
  { url, filter }: { readonly url: string; readonly filter: StreamFilter },
): Promise<Stream> {
  const { db, deliveries, now } = context;
  const { organizationId, kind } = key;
  await deliveries.updateEndpoint(id, () => ({ url, eventTypes: [streamEventTypes[kind]] }));
  await db
    .updateTable("streams")
    .set({ filter: JSON.stringify(filter) })
    .where("organization_id", "=", organizationId)
    .where("kind", "=", kind)
    .execute();
  if (status === "disabled") {
    await deliveries.enableEndpoint(id);
    if (kind === "logs")
      await db
        .updateTable("integration_log_positions")
        .set({ stream_due_at: now() })
        .where("organization_id", "=", organizationId)
        .where("stream_due_at", "is not", null)
        .execute();
  }
  return await getStream(context, key);
}

/** Ends a stream and drops its unsent entries. @throws PlatformError `not_found` */
export async function deleteStream(context: PlatformContext, key: StreamKey): Promise<void> {
  const row = orNotFound(await findRow(context, key), nameOf(key));
  // The row goes last. After a crash in between, deleting the stream again still finds its endpoint.
  await context.deliveries.deleteEndpoint(row.endpoint_id).catch(ignoreDeleted);
  await deleteRow(context, key, row);
}

function ignoreDeleted(error: unknown): void {
  if (!(error instanceof DeliveryError && error.code === "endpoint_not_found")) throw error;
}

/**
 * Resends all failed deliveries of a stream, and resolves their causes. Returns the number of deliveries.
 *
 * @throws PlatformError `not_found`, `conflict` if the endpoint is disabled, since the deliveries would fail again
 */
export async function resendStream(
  context: PlatformContext,
  key: StreamKey,
  idempotencyKey: string | undefined,
): Promise<number> {
  const { endpoint } = await getStream(context, key);
  if (endpoint.status === "disabled")
    throw new PlatformError("conflict", "The stream is disabled. Set its URL to enable it before resending.");
  await resolveFailures(context, key.organizationId, endpoint.id);
  const { total } = await context.deliveries.startRecovery({ ...failuresOf(endpoint), idempotencyKey });
  return total;
}

/** Returns how many deliveries of a stream `resendStream` would resend. */
export async function countFailed(
  { deliveries }: PlatformContext,
  { endpoint }: Pick<Stream, "endpoint">,
): Promise<number> {
  return await deliveries.countRecoverable(failuresOf(endpoint));
}

function failuresOf({ id }: Endpoint) {
  return { endpointId: id, failedSince: 0 };
}

type StreamRow = Pick<Tables["streams"], "endpoint_id" | "filter">;

async function findRow(
  { db }: PlatformContext,
  { organizationId, kind }: StreamKey,
): Promise<StreamRow | undefined> {
  return await db
    .selectFrom("streams")
    .select(["endpoint_id", "filter"])
    .where("organization_id", "=", organizationId)
    .where("kind", "=", kind)
    .executeTakeFirst();
}

async function readStream(
  { deliveries }: PlatformContext,
  { endpoint_id, filter }: StreamRow,
): Promise<Stream | undefined> {
  const endpoint = await withoutTenantScope("streams", () => deliveries.getEndpoint(endpoint_id));
  return endpoint && { endpoint, filter: readFilter(filter) };
}

async function deleteRow(
  { db }: PlatformContext,
  { organizationId, kind }: StreamKey,
  { endpoint_id }: StreamRow,
): Promise<void> {
  await db
    .deleteFrom("streams")
    .where("organization_id", "=", organizationId)
    .where("kind", "=", kind)
    .where("endpoint_id", "=", endpoint_id)
    .execute();
}

function nameOf({ organizationId, kind }: StreamKey): string {
  return `${kind} stream of organization ${organizationId}`;
}

async function checkStream(
  { db, urls }: StreamContext,
  { organizationId, kind }: StreamKey,
  { url, level, integrations, installations }: StreamFilter & { readonly url: string },
): Promise<void> {
  if (kind === "audit") {
    const [path] =
      Object.entries({ level, integrations, installations }).find(([, value]) => value !== undefined) ?? [];
    if (path !== undefined) refuse(path, "can only be set for the stream of logs");
    return;
  }
  const { origin, host } = new URL(url);
  if (origin === new URL(urls.public).origin || installationOfHost(urls, host) !== undefined)
    refuse("url", "must not be an integration on this server: each call would be logged and streamed again");
  if (integrations === undefined) return;
  const rows = await db
    .selectFrom("integrations")
    .select("name")
    .where("organization_id", "=", organizationId)
    .where("name", "in", inList(integrations))
    .execute();
  const own = new Set(rows.map(({ name }) => name));
  const unknown = integrations.findIndex((name) => !own.has(name));
  if (unknown >= 0) refuse(`integrations.${unknown}`, "must be an integration of the organization");
}

/** @throws PlatformError `invalid_request` */
function refuse(path: string, message: string): never {
  throw new PlatformError("invalid_request", `${path}: ${message}.`, [{ path, message }]);
}
