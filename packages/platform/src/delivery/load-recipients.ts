import type { DeliveryStore, Endpoint } from "@plugboard/webhook-delivery";
import { getIntegration } from "../integrations/integrations.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { isSwitchedOff, listTenantEndpoints, readEndpointMetadata } from "../endpoints/webhook-endpoints.ts";
import type { EndpointCandidate, Recipient } from "./decide-targets.ts";
import { endpointKinds } from "../endpoints/endpoint-kinds.ts";
import { isMisheld } from "../endpoints/hold-endpoints.ts";

/** A recipient with what is known of its endpoints. */
export interface StoredRecipient extends Recipient {
  /** The endpoint that carries its envelopes, once there is one. */
  readonly integrationEndpoint?: Endpoint;
  /** One of its endpoints is held back and should not be, or the other way round. */
  readonly misheld: boolean;
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
  readonly removed: boolean;
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
      .select(["id", "integration", "status", "deleted_at"])
      .where("id", "=", address.installation_id)
      .execute();
    return rows.map(({ deleted_at, ...row }) => ({ ...row, removed: deleted_at !== null, partStatus: null }));
  }
  const kind = address.space_id === null ? "site" : "space";
  const rows = await db
    .selectFrom("resource_installations as part")
    .innerJoin("installations", "installations.id", "part.installation_id")
    .select([
      "installations.id",
      "installations.integration",
      "installations.status",
      "part.status as partStatus",
    ])
    .where("part.resource_kind", "=", kind)
    .where("part.resource_id", "=", address.space_id ?? address.site_id)
    .where("part.deleted_at", "is", null)
    .where("installations.deleted_at", "is", null)
    .execute();
  return rows.map((row) => ({ ...row, removed: false }));
}

async function toRecipient(
  context: PlatformContext,
  deliveries: DeliveryStore,
  standing: InstallationStanding,
): Promise<StoredRecipient> {
  const integration = await getIntegration(context, standing.integration);
  const endpoints = await listTenantEndpoints(deliveries, standing.id);
  const integrationEndpoint = endpoints.find(({ kind }) => kind === endpointKinds.integration);
  const paused = standing.status === "paused" && !standing.removed;
  return {
    installationId: standing.id,
    removed: standing.removed,
    configured: standing.status !== "pending" && standing.partStatus !== "pending",
    ...(integrationEndpoint !== undefined && { integrationEndpoint }),
    misheld: endpoints.some((endpoint) => isMisheld(endpoint, paused)),
    url: integration.url,
    scopes: integration.manifest.scopes,
    handles: integration.description.events,
    endpoints: endpoints
      .filter((endpoint) => endpoint.kind === endpointKinds.webhook && !isSwitchedOff(endpoint))
      .map(toCandidate),
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
