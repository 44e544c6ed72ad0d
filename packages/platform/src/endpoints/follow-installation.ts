import { DeliveryError, type Endpoint } from "@plugboard/webhook-delivery";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { EventRow } from "../database/tables.ts";
import { lifecycleOf } from "../product/event-declarations.ts";
import { readEndpointMetadata } from "./endpoint-metadata.ts";
import { endpointKinds, listEndpoints } from "./list-endpoints.ts";
import { holds } from "./webhook-endpoints.ts";

interface EnvelopeRecipient {
  readonly installationId: string;
  readonly url: string;
  readonly integrationEndpoint: Endpoint | undefined;
}

/**
 * Creates the endpoint that carries an installation's envelopes to its integration, if it does not exist. It
 * has the installation's id and starts with the installation's holds.
 */
export async function prepareIntegrationEndpoint(
  { deliveries }: PlatformContext,
  organizationId: string,
  { installationId, url, integrationEndpoint: existing }: EnvelopeRecipient,
): Promise<void> {
  if (existing?.url === url) return;
  if (existing !== undefined) {
    await deliveries.updateEndpoint(installationId, { url });
    return;
  }
  const kind = endpointKinds.integration;
  await deliveries
    .createEndpoint({
      id: installationId,
      tenant: installationId,
      fairnessGroup: organizationId,
      url,
      kind,
      eventTypes: [],
      secrets: [],
    })
    .catch((error: unknown) => {
      // Another server created it first.
      if (!(error instanceof DeliveryError && error.code === "endpoint_exists")) throw error;
    });
}

/** Re-enables the integration's endpoint if the engine had disabled it. */
export async function enableIntegrationEndpoint(
  { deliveries }: PlatformContext,
  installationId: string,
): Promise<void> {
  const endpoint = await deliveries.getEndpoint(installationId);
  if (endpoint?.status === "disabled") await deliveries.enableEndpoint(installationId);
}

type FollowedEvent = Pick<
  EventRow,
  "type" | "installation_id" | "resource_kind" | "resource_id" | "created_at"
>;

/**
 * Applies an installation event to the delivery engine's endpoints: they are held while the installation is
 * paused, and deleted with it or with its resource. The code that changes an installation calls this
 * immediately; fan-out repeats it in case of a crash. Idempotent.
 *
 * Deleting an endpoint cancels its deliveries. Requests in flight end without a recorded outcome.
 */
export async function followInstallation(context: PlatformContext, event: FollowedEvent): Promise<void> {
  const { type, installation_id: installationId } = event;
  if (installationId === null) return;
  if (type === "installation_deleted") return await followRemovals(context, [installationId]);
  if (lifecycleOf(type) === "deleted") {
    const endpoints = await listEndpoints(context, installationId, endpointKinds.webhook);
    for (const endpoint of endpoints)
      if (isRemovedWith(event, endpoint)) await deleteEndpoint(context, endpoint.id);
  }
  if (type === "installation_setup") await holdEndpoints(context, installationId);
}

/** Applies events like {@link followInstallation}, with few statements for many removals. */
export async function followInstallations(
  context: PlatformContext,
  events: readonly FollowedEvent[],
): Promise<void> {
  const isRemoval = ({ type }: FollowedEvent): boolean => type === "installation_deleted";
  for (const event of events) if (!isRemoval(event)) await followInstallation(context, event);
  await followRemovals(
    context,
    events.filter(isRemoval).flatMap(({ installation_id: id }) => id ?? []),
  );
}

/** Deletes the endpoints of removed installations, and releases their holds. Idempotent. */
export async function followRemovals(
  { db, deliveries }: PlatformContext,
  installationIds: readonly string[],
): Promise<void> {
  if (installationIds.length === 0) return;
  const rows = await db
    .selectFrom("installations")
    .leftJoin("integrations", (on) =>
      on
        .onRef("integrations.name", "=", "installations.integration")
        .on("integrations.removed_at", "is", null),
    )
    .select(["installations.id", "installations.status", "integrations.name as integration"])
    .where("installations.id", "in", inList(installationIds))
    .execute();
  // Delete before releasing holds: deliveries held for a paused installation must not be sent after its removal.
  // Endpoints of subscriptions are deleted once their callbacks have been told.
  await deliveries.deleteEndpointsOf(installationIds, [endpointKinds.webhook]);
  const notified = new Set(rows.filter(({ integration }) => integration !== null).map(({ id }) => id));
  const gone = installationIds.filter((id) => !notified.has(id));
  await deliveries.deleteEndpointsOf(gone, [endpointKinds.integration]);
  // A removed installation is notified of its removal even if it was paused.
  for (const { id, status } of rows)
    if (status === "paused") await deliveries.clearHold({ tenant: id }, holds.installation);
}

/** A later endpoint belongs to a new installation in the same resource. */
function isRemovedWith(event: FollowedEvent, endpoint: Endpoint): boolean {
  const { resource } = readEndpointMetadata(endpoint);
  const isSame = resource?.kind === event.resource_kind && resource.id === event.resource_id;
  return isSame && endpoint.createdAt <= event.created_at;
}

async function deleteEndpoint({ deliveries }: PlatformContext, id: string): Promise<void> {
  await deliveries.deleteEndpoint(id).catch((error: unknown) => {
    // Another server deleted it first.
    if (!(error instanceof DeliveryError && error.code === "endpoint_not_found")) throw error;
  });
}

async function holdEndpoints(context: PlatformContext, installationId: string): Promise<void> {
  const { deliveries } = context;
  const tenant = { tenant: installationId };
  for (;;) {
    const paused = await isPaused(context, installationId);
    if (paused) await deliveries.setHold(tenant, holds.installation);
    else await deliveries.clearHold(tenant, holds.installation);
    // The status may have changed meanwhile, and the last writer must leave the current state.
    if ((await isPaused(context, installationId)) === paused) return;
  }
}

async function isPaused({ db }: PlatformContext, installationId: string): Promise<boolean> {
  const row = await db
    .selectFrom("installations")
    .select("status")
    .where("id", "=", installationId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.status === "paused";
}
