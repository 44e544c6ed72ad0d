import { DeliveryError, type Endpoint } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";
import type { EventRow } from "../database/tables.ts";
import { lifecycleOf } from "../product/event-declarations.ts";
import { readEndpointMetadata } from "./endpoint-metadata.ts";
import { endpointKinds, listEndpoints } from "./list-endpoints.ts";
import { holds } from "./webhook-endpoints.ts";

/**
 * Creates the endpoint that carries an installation's envelopes to its integration, if it does not exist. It
 * has the installation's id and starts with the installation's holds.
 */
export async function prepareIntegrationEndpoint(
  { deliveries }: PlatformContext,
  installationId: string,
  url: string,
  existing: Endpoint | undefined,
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
  // Delete before releasing holds: deliveries held for a paused installation must not be sent after its
  // removal.
  const isRemoved = removedWith(event);
  if (isRemoved !== undefined) {
    // Those of subscriptions are deleted once their callbacks have been told.
    const endpoints = await listEndpoints(context, installationId, endpointKinds.webhook);
    for (const { id } of endpoints.filter(isRemoved)) await deleteEndpoint(context, id);
  }
  if (type === "installation_deleted" && !(await hasIntegration(context, installationId)))
    await deleteEndpoint(context, installationId);
  if (type === "installation_setup" || type === "installation_deleted")
    await holdEndpoints(context, installationId);
}

function removedWith(event: FollowedEvent): ((endpoint: Endpoint) => boolean) | undefined {
  // A later endpoint belongs to a new installation in the same resource.
  const isOlder = (endpoint: Endpoint): boolean => endpoint.createdAt <= event.created_at;
  if (event.type === "installation_deleted") return () => true;
  if (lifecycleOf(event.type) !== "deleted") return undefined;
  return (endpoint) => {
    const { resource } = readEndpointMetadata(endpoint);
    return isOlder(endpoint) && resource?.kind === event.resource_kind && resource.id === event.resource_id;
  };
}

async function deleteEndpoint({ deliveries }: PlatformContext, id: string): Promise<void> {
  await deliveries.deleteEndpoint(id).catch((error: unknown) => {
    // Another server deleted it first.
    if (!(error instanceof DeliveryError && error.code === "endpoint_not_found")) throw error;
  });
}

/** Returns whether the integration still exists, to be notified of the installation's removal. */
async function hasIntegration({ db }: PlatformContext, installationId: string): Promise<boolean> {
  const row = await db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .select("installations.id")
    .where("installations.id", "=", installationId)
    .where("integrations.removed_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

async function holdEndpoints(context: PlatformContext, installationId: string): Promise<void> {
  const { deliveries } = context;
  const tenant = { tenant: installationId };
  for (;;) {
    const paused = await isPaused(context, installationId);
    if (paused) await deliveries.setHold(tenant, holds.installation);
    else await deliveries.clearHold(tenant, holds.installation);
    // The status may have changed in the meantime, and the last writer must leave the current state.
    if ((await isPaused(context, installationId)) === paused) return;
  }
}

// A removed installation is notified of its removal even if it was paused.
async function isPaused({ db }: PlatformContext, installationId: string): Promise<boolean> {
  const row = await db
    .selectFrom("installations")
    .select("status")
    .where("id", "=", installationId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.status === "paused";
}
