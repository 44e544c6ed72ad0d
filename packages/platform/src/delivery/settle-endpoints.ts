import { DeliveryError, type DeliveryStore, type Endpoint } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";
import { listTenantEndpoints, readEndpointMetadata } from "../endpoints/webhook-endpoints.ts";
import { endpointKinds } from "../endpoints/endpoint-kinds.ts";
import { holdEndpoints } from "../endpoints/hold-endpoints.ts";
import type { EventRow } from "../database/tables.ts";

type SettledEvent = Pick<EventRow, "type" | "installation_id" | "space_id" | "site_id" | "created_at">;

/**
 * Makes the delivery engine's endpoints follow what an event says of its installation: held back while it is paused, gone
 * with it or with the space or site they are for. The event itself is the record of what is to be done, so a crash only
 * repeats it, and repeating it changes nothing.
 *
 * With an endpoint go its deliveries: a request in flight ends and nobody asks for its outcome, the others are not sent.
 */
export async function settleEndpoints(
  context: PlatformContext,
  deliveries: DeliveryStore,
  event: SettledEvent,
): Promise<void> {
  const { type, installation_id: installationId } = event;
  if (installationId === null) return;
  // Before anything is let go: what was held back for a paused installation must not be sent once it is removed.
  const removed = removedWith(event);
  if (removed !== undefined) await removeEndpoints(deliveries, installationId, removed);
  if (type === "installation_deleted" && !(await hasIntegration(context, installationId)))
    await deleteEndpoint(deliveries, installationId);
  if (type === "installation_setup" || type === "installation_deleted")
    await holdEndpoints(context, deliveries, installationId);
}

async function removeEndpoints(
  deliveries: DeliveryStore,
  installationId: string,
  isRemoved: (endpoint: Endpoint) => boolean,
): Promise<void> {
  const known = await listTenantEndpoints(deliveries, installationId, endpointKinds.webhook);
  for (const { id } of known.filter(isRemoved)) await deleteEndpoint(deliveries, id);
}

async function deleteEndpoint(deliveries: DeliveryStore, id: string): Promise<void> {
  await deliveries.deleteEndpoint(id).catch((error: unknown) => {
    // Another server was quicker.
    if (!(error instanceof DeliveryError && error.code === "endpoint_not_found")) throw error;
  });
}

/** Whether an installation's integration is still there to be told of its removal. */
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

function removedWith(event: SettledEvent): ((endpoint: Endpoint) => boolean) | undefined {
  // One that came after the removal belongs to a new installation in the same place.
  const isOlder = (endpoint: Endpoint): boolean => endpoint.createdAt <= event.created_at;
  if (event.type === "installation_deleted") return () => true;
  if (event.type === "space_installation_deleted")
    return (endpoint) => isOlder(endpoint) && readEndpointMetadata(endpoint).spaceId === event.space_id;
  if (event.type === "site_installation_deleted")
    return (endpoint) => isOlder(endpoint) && readEndpointMetadata(endpoint).siteId === event.site_id;
  return undefined;
}
