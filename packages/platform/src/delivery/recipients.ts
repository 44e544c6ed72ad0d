import type { Endpoint } from "@plugboard/webhook-delivery";
import { readStrings } from "../common/json.ts";
import { grantedScopes } from "../installations/consent.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { EventRow } from "../database/tables.ts";
import { endpointKinds } from "../endpoints/list-endpoints.ts";
import { readEndpointMetadata } from "../endpoints/endpoint-metadata.ts";
import { listEndpoints } from "../endpoints/list-endpoints.ts";
import { ownStatusOf } from "../endpoints/webhook-endpoints.ts";
import { findInstalled } from "../integrations/integrations.ts";
import type { EndpointCandidate, Recipient } from "./decide-targets.ts";

/** A recipient with the endpoint that carries its envelopes, once there is one. */
export interface StoredRecipient extends Recipient {
  /** The name of the integration. */
  readonly integration: string;
  readonly integrationEndpoint: Endpoint | undefined;
  /** Where its integration is hosted, or `script:` and its name. */
  readonly url: string;
}

interface Candidate {
  readonly id: string;
  readonly integration: string;
  readonly status: string;
  readonly removed: boolean;
  /** Of its installation in the event's space or site. */
  readonly resourceStatus: string | null;
  /** JSON list; null where nothing is held back. */
  readonly consented: string | null;
  /** The version it runs; null for the current one. */
  readonly kept: number | null;
}

type EventAddress = Pick<EventRow, "installation_id" | "organization_id" | "resource_kind" | "resource_id">;

/**
 * Everybody who may receive an event: the one installation it names, all that are in its space or site, or all of the organization
 * in whose product it happened.
 */
export async function loadRecipients(
  context: PlatformContext,
  event: EventAddress,
): Promise<StoredRecipient[]> {
  if (event.installation_id === null && event.resource_kind === "organization")
    return await loadInstallations(context, event.organization_id);
  return await toRecipients(context, await loadCandidates(context, event));
}

async function toRecipients(
  context: PlatformContext,
  candidates: readonly Candidate[],
): Promise<StoredRecipient[]> {
  const recipients = await Promise.all(
    candidates.map(async ({ id, integration: name, status, removed, resourceStatus, consented, kept }) => {
      const integration = await findInstalled(context, { integration: name, keptVersion: kept ?? undefined });
      // It was removed, and its installations with it: nobody is left to receive anything.
      if (integration === undefined) return undefined;
      const { source, manifest, description } = integration;
      const endpoints = await listEndpoints(context, id);
      return {
        installationId: id,
        integration: name,
        removed,
        configured: status !== "pending" && resourceStatus !== "pending",
        integrationEndpoint: endpoints.find(({ kind }) => kind === endpointKinds.integration),
        url: source.url ?? `script:${name}`,
        scopes: grantedScopes(manifest, {
          consentedScopes: consented === null ? undefined : readStrings(consented),
        }),
        handles: description.events,
        endpoints: endpoints.filter(({ kind }) => kind === endpointKinds.webhook).map(toEndpointCandidate),
      };
    }),
  );
  return recipients.filter((recipient) => recipient !== undefined);
}

/** Every installation of an organization. */
export async function loadInstallations(
  context: PlatformContext,
  organizationId: string,
): Promise<StoredRecipient[]> {
  const rows = await context.db
    .selectFrom("installations")
    .select(["id", "integration", "status", "consented_scopes as consented", "kept_version as kept"])
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const candidates = rows.map((row) => ({ ...row, removed: false, resourceStatus: null }));
  return await toRecipients(context, candidates);
}

async function loadCandidates({ db }: PlatformContext, event: EventAddress): Promise<Candidate[]> {
  if (event.installation_id !== null) {
    // A removed installation still receives the events of its removal.
    const rows = await db
      .selectFrom("installations")
      .select([
        "id",
        "integration",
        "status",
        "deleted_at",
        "consented_scopes as consented",
        "kept_version as kept",
      ])
      .where("id", "=", event.installation_id)
      .execute();
    return rows.map(({ deleted_at, ...row }) => ({
      ...row,
      removed: deleted_at !== null,
      resourceStatus: null,
    }));
  }
  const rows = await db
    .selectFrom("resource_installations as resource")
    .innerJoin("installations", "installations.id", "resource.installation_id")
    .select([
      "installations.id",
      "installations.integration",
      "installations.status",
      "installations.consented_scopes as consented",
      "installations.kept_version as kept",
      "resource.status as resourceStatus",
    ])
    .where("resource.resource_kind", "=", event.resource_kind === "space" ? "space" : "site")
    .where("resource.resource_id", "=", event.resource_id)
    .where("resource.deleted_at", "is", null)
    .where("installations.deleted_at", "is", null)
    .execute();
  return rows.map((row) => ({ ...row, removed: false }));
}

function toEndpointCandidate(endpoint: Endpoint): EndpointCandidate {
  const { spaceId, siteId } = readEndpointMetadata(endpoint);
  const { id, eventTypes, filter, channels, holds } = endpoint;
  return {
    id,
    eventTypes,
    filter,
    channels,
    spaceId,
    siteId,
    holds,
    disabled: ownStatusOf(endpoint) === "disabled",
  };
}
