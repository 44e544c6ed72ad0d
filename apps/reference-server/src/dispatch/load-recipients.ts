import type { DeliveryStore, Endpoint } from "@plugboard/webhook-delivery";
import { getIntegration } from "../platform/integrations.ts";
import type { PlatformContext } from "../platform/platform-context.ts";
import { readEndpointMetadata } from "../platform/webhook-endpoints.ts";
import type { EndpointCandidate, Recipient } from "./decide-targets.ts";
import { endpointKinds } from "./integration-endpoints.ts";

/** A recipient with what its endpoint needs. */
export interface StoredRecipient extends Recipient {
  readonly paused: boolean;
  readonly url: string;
}

interface EventAddress {
  readonly installation_id: string | null;
  readonly space_id: string | null;
  readonly site_id: string | null;
}

interface InstallationStanding {
  readonly id: string;
  readonly integration: string;
  readonly status: string;
  readonly partStatus: string | null;
}

/** Everybody who may hear of an event: the one installation it names, or all that are in its space or site. */
export async function loadRecipients(
  context: PlatformContext,
  deliveries: DeliveryStore,
  address: EventAddress,
): Promise<StoredRecipient[]> {
  const standings = await loadStandings(context, address);
  return await Promise.all(standings.map((standing) => toRecipient(context, deliveries, standing)));
}

async function loadStandings(
  { db }: PlatformContext,
  address: EventAddress,
): Promise<InstallationStanding[]> {
  if (address.installation_id !== null) {
    // A removed installation still hears of its removal.
    const rows = await db
      .selectFrom("installations")
      .select(["id", "integration", "status"])
      .where("id", "=", address.installation_id)
      .execute();
    return rows.map((row) => ({ ...row, partStatus: null }));
  }
  const [kind, resource] =
    address.space_id === null ? ["site", address.site_id] : ["space", address.space_id];
  return await db
    .selectFrom("resource_installations as part")
    .innerJoin("installations", "installations.id", "part.installation_id")
    .select([
      "installations.id",
      "installations.integration",
      "installations.status",
      "part.status as partStatus",
    ])
    .where("part.resource_kind", "=", kind === "site" ? "site" : "space")
    .where("part.resource_id", "=", resource)
    .where("part.deleted_at", "is", null)
    .where("installations.deleted_at", "is", null)
    .execute();
}

async function toRecipient(
  context: PlatformContext,
  deliveries: DeliveryStore,
  standing: InstallationStanding,
): Promise<StoredRecipient> {
  const integration = await getIntegration(context, standing.integration);
  const { items } = await deliveries.listEndpoints({
    tenant: standing.id,
    kind: endpointKinds.webhook,
    limit: 1000,
  });
  return {
    installationId: standing.id,
    configured: standing.status !== "pending" && standing.partStatus !== "pending",
    paused: standing.status === "paused",
    url: integration.url,
    scopes: integration.manifest.scopes,
    handles: integration.description.events,
    endpoints: items.filter((endpoint) => readEndpointMetadata(endpoint).off !== true).map(toCandidate),
  };
}

function toCandidate(endpoint: Endpoint): EndpointCandidate {
  const { spaceId, siteId } = readEndpointMetadata(endpoint);
  return {
    id: endpoint.id,
    eventTypes: endpoint.eventTypes,
    ...(spaceId !== undefined && { spaceId }),
    ...(siteId !== undefined && { siteId }),
  };
}
