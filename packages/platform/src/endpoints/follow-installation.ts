import { DeliveryError, type Endpoint } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";
import type { EventRow } from "../database/tables.ts";
import { readEndpointMetadata } from "./endpoint-metadata.ts";
import { endpointKinds, listEndpoints } from "./list-endpoints.ts";
import { holds } from "./webhook-endpoints.ts";

/**
 * Makes sure that the endpoint which carries an installation's envelopes leads to its integration. It has the installation's
 * own id, and begins with what the engine holds the installation for.
 */
export async function prepareIntegrationEndpoint(
  { deliveries }: PlatformContext,
  installationId: string,
  url: string,
  known: Endpoint | undefined,
): Promise<void> {
  if (known?.url === url) return;
  if (known !== undefined) {
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
      // Another server was quicker.
      if (!(error instanceof DeliveryError && error.code === "endpoint_exists")) throw error;
    });
}

/** Gives an installation's integration another chance where the engine had given it up. */
export async function enableIntegrationEndpoint(
  { deliveries }: PlatformContext,
  installationId: string,
): Promise<void> {
  const endpoint = await deliveries.getEndpoint(installationId);
  if (endpoint?.status === "disabled") await deliveries.enableEndpoint(installationId);
}

type FollowedEvent = Pick<EventRow, "type" | "installation_id" | "resource_id" | "created_at">;

/**
 * Makes the delivery engine's endpoints follow what an event says of its installation: held while it is paused, gone with it
 * or with the space or site they are for. Whoever changes an installation does it at once; fan-out does it again, so that a
 * crash in between leaves nothing behind. Repeating it changes nothing.
 *
 * With an endpoint go its deliveries: a request in flight ends and nobody asks for its outcome, the others are not sent.
 */
export async function followInstallation(context: PlatformContext, event: FollowedEvent): Promise<void> {
  const { type, installation_id: installationId } = event;
  if (installationId === null) return;
  // Before anything is let go: what was held for a paused installation must not be sent once it is removed.
  const isRemoved = removedWith(event);
  if (isRemoved !== undefined) {
    const known = await listEndpoints(context, installationId, endpointKinds.webhook);
    for (const { id } of known.filter(isRemoved)) await deleteEndpoint(context, id);
  }
  if (type === "installation_deleted" && !(await hasIntegration(context, installationId)))
    await deleteEndpoint(context, installationId);
  if (type === "installation_setup" || type === "installation_deleted")
    await holdEndpoints(context, installationId);
}

function removedWith(event: FollowedEvent): ((endpoint: Endpoint) => boolean) | undefined {
  // One that came after the removal belongs to a new installation in the same space or site.
  const isOlder = (endpoint: Endpoint): boolean => endpoint.createdAt <= event.created_at;
  if (event.type === "installation_deleted") return () => true;
  if (event.type === "space_installation_deleted")
    return (endpoint) => isOlder(endpoint) && readEndpointMetadata(endpoint).spaceId === event.resource_id;
  if (event.type === "site_installation_deleted")
    return (endpoint) => isOlder(endpoint) && readEndpointMetadata(endpoint).siteId === event.resource_id;
  return undefined;
}

async function deleteEndpoint({ deliveries }: PlatformContext, id: string): Promise<void> {
  await deliveries.deleteEndpoint(id).catch((error: unknown) => {
    // Another server was quicker.
    if (!(error instanceof DeliveryError && error.code === "endpoint_not_found")) throw error;
  });
}

/** Whether an installation's integration is still there to be notified of its removal. */
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
    // It may have been paused or resumed meanwhile: whoever comes last has to leave behind what is true last.
    if ((await isPaused(context, installationId)) === paused) return;
  }
}

// A removed installation is still notified of its removal, whatever its status was.
async function isPaused({ db }: PlatformContext, installationId: string): Promise<boolean> {
  const row = await db
    .selectFrom("installations")
    .select("status")
    .where("id", "=", installationId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.status === "paused";
}
