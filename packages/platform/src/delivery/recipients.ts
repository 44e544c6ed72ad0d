import type { Endpoint } from "@plugboard/webhook-delivery";
import { type Kysely, sql } from "kysely";
import { readStrings } from "../common/json.ts";
import { agentEventScope } from "../common/agent-event-scope.ts";
import { grantedScopes } from "../installations/consent.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { planQuery } from "../database/plan-query.ts";
import type { EventRow, Tables } from "../database/tables.ts";
import { endpointKinds, listEndpointsOf } from "../endpoints/list-endpoints.ts";
import { readEndpointMetadata } from "../endpoints/endpoint-metadata.ts";
import { ownStatusOf } from "../endpoints/webhook-endpoints.ts";
import { findInstalled, type Integration } from "../integrations/integrations.ts";
import type { EndpointCandidate, Recipient } from "./decide-targets.ts";

/** A recipient with its envelope endpoint, if that exists. */
export interface StoredRecipient extends Recipient {
  /** The name of the integration. */
  readonly integration: string;
  readonly integrationEndpoint: Endpoint | undefined;
  /** The URL of its integration, or `script:` and its name. */
  readonly url: string;
}

interface Candidate {
  readonly id: string;
  readonly integration: string;
  readonly status: string;
  readonly removed: boolean;
  /** The status of its installation in the event's resource. */
  readonly resourceStatus: string | null;
  /** JSON list; null if all scopes are granted. */
  readonly consented: string | null;
  /** The pinned version; null for the current one. */
  readonly pinned: number | null;
  /** The current version; null if the integration was removed. */
  readonly current: number | null;
  /** When the integration was first published. The name of a removed integration can be reused. */
  readonly publishedAt: number | null;
  /** Its endpoints, as `joinedEndpoints` selects them. */
  readonly endpoints?: unknown;
}

/** The columns of an event that determine its recipients. */
export type EventAddress = Pick<
  EventRow,
  "installation_id" | "organization_id" | "resource_kind" | "resource_id" | "fan_out_after"
>;

/** A batch of an event's recipients by id. */
export interface RecipientPart {
  readonly recipients: readonly StoredRecipient[];
  /** The id to continue after, if there are more recipients. */
  readonly next?: string | undefined;
}

/** The maximum number of recipients of one event per batch. */
const partSize = 200;
const everyone = 1_000_000;

/**
 * Loads the installations that could receive an event: the one it names, or all in its resource or
 * organization.
 */
export async function loadRecipients(
  context: PlatformContext,
  event: Omit<EventAddress, "fan_out_after">,
): Promise<StoredRecipient[]> {
  const candidates = await loadCandidates(context, { ...event, fan_out_after: null }, everyone);
  const recipients = await toRecipients(context, candidates);
  return candidates.flatMap((candidate) => recipients.get(candidate) ?? []);
}

/** Loads all installations of an organization. */
export async function loadInstallations(
  context: PlatformContext,
  organizationId: string,
): Promise<StoredRecipient[]> {
  return await loadRecipients(context, {
    installation_id: null,
    organization_id: organizationId,
    resource_kind: "organization",
    resource_id: organizationId,
  });
}

/**
 * Loads the next batch of recipients of each event. The number of statements is almost independent of the
 * number of events.
 */
export async function loadRecipientParts(
  context: PlatformContext,
  events: readonly EventAddress[],
): Promise<RecipientPart[]> {
  const byInstallation = await loadInstallationCandidates(
    context,
    events.flatMap((event) => event.installation_id ?? []),
  );
  const loaded = new Map<string, readonly Candidate[]>();
  const candidatesOf = async (event: EventAddress): Promise<readonly Candidate[]> => {
    if (event.installation_id !== null) return byInstallation.get(event.installation_id) ?? [];
    const key = JSON.stringify([event.resource_kind, event.resource_id, event.fan_out_after]);
    const candidates = loaded.get(key) ?? (await loadCandidates(context, event, partSize + 1));
    loaded.set(key, candidates);
    return candidates;
  };
  const parts: (readonly Candidate[])[] = [];
  for (const event of events) parts.push(await candidatesOf(event));
  const recipients = await toRecipients(context, [
    ...new Set(parts.flatMap((candidates) => candidates.slice(0, partSize))),
  ]);
  return parts.map((candidates) => {
    const part = candidates.slice(0, partSize);
    return {
      recipients: part.flatMap((candidate) => recipients.get(candidate) ?? []),
      next: candidates.length > partSize ? part.at(-1)?.id : undefined,
    };
  });
}

async function toRecipients(
  context: PlatformContext,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<Candidate, StoredRecipient>> {
  const endpointsOf = await findEndpoints(context, candidates);
  const recipients = new Map<Candidate, StoredRecipient>();
  for (const candidate of candidates) {
    const { id, integration: name, status, removed, resourceStatus, consented } = candidate;
    const integration = await findVersion(context, candidate);
    // The integration was removed with its installations.
    if (integration === undefined) continue;
    const { source, manifest, description } = integration;
    const endpoints = endpointsOf.get(id) ?? [];
    recipients.set(candidate, {
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
      endpoints: endpoints
        .filter(({ kind }) => kind !== endpointKinds.integration)
        .map((endpoint) => toEndpointCandidate(endpoint)),
    });
  }
  return recipients;
}

async function findEndpoints(
  context: PlatformContext,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, readonly Endpoint[]>> {
  const { joinedEndpoints } = context.deliveries;
  return joinedEndpoints === undefined
    ? await listEndpointsOf(
        context,
        candidates.map(({ id }) => id),
      )
    : new Map(candidates.map(({ id, endpoints }) => [id, joinedEndpoints.read(endpoints)]));
}

type Version = Pick<Integration, "manifest" | "source" | "description">;

const maxVersions = 1000;
const versionsOf = new WeakMap<PlatformContext["db"], Map<string, Version>>();

/** Returns the version that an installation runs. A published version never changes, so it is cached. */
async function findVersion(
  { db }: PlatformContext,
  { integration, pinned, current, publishedAt }: Candidate,
): Promise<Version | undefined> {
  if (current === null) return undefined;
  const versions = versionsOf.get(db) ?? new Map<string, Version>();
  versionsOf.set(db, versions);
  const key = JSON.stringify([integration, publishedAt, pinned ?? current]);
  const cached = versions.get(key);
  if (cached !== undefined) return cached;
  const installed = await findInstalled({ db }, { integration, pinnedVersion: pinned ?? undefined });
  const isRead = installed?.version === (pinned ?? current) && installed.createdAt === publishedAt;
  if (versions.size >= maxVersions) versions.clear();
  // Not cached if another version was published meanwhile.
  if (isRead) versions.set(key, installed);
  return installed;
}

const columns = [
  "installations.id",
  "installations.integration",
  "installations.status",
  "installations.consented_scopes as consented",
  "installations.pinned_version as pinned",
  "integrations.version as current",
  "integrations.created_at as publishedAt",
] as const;

/** Returns the columns of a candidate, with its endpoints if the store can join them. */
function candidateColumns(endpoints: string | undefined) {
  return endpoints === undefined
    ? columns
    : ([...columns, sql`${sql.raw(endpoints)}`.as("endpoints")] as const);
}

/** Returns the expression that selects a candidate's endpoints, if the store can join them. */
function selectEndpoints({ deliveries }: PlatformContext): string | undefined {
  return deliveries.joinedEndpoints?.select("installations.id");
}

/** Loads the installations that events name. A removed one still receives its removal events. */
async function loadInstallationCandidates(
  context: PlatformContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  if (ids.length === 0) return new Map();
  const rows = await context.db
    .selectFrom("installations")
    .leftJoin("integrations", (on) =>
      on
        .onRef("integrations.name", "=", "installations.integration")
        .on("integrations.removed_at", "is", null),
    )
    .select([...candidateColumns(selectEndpoints(context)), "installations.deleted_at"])
    .where("installations.id", "in", [...new Set(ids)])
    .execute();
  return new Map(
    rows.map(({ deleted_at, ...row }) => [
      row.id,
      [{ ...row, removed: deleted_at !== null, resourceStatus: null }],
    ]),
  );
}

interface CandidatePart {
  readonly kind: string;
  readonly id: string;
  readonly after: string;
  readonly limit: number;
}

const selectOfOrganization = planQuery(
  (db: Kysely<Tables>, { id, after, limit }: Omit<CandidatePart, "kind">, endpoints?: string) =>
    db
      .selectFrom("installations")
      .leftJoin("integrations", (on) =>
        on
          .onRef("integrations.name", "=", "installations.integration")
          .on("integrations.removed_at", "is", null),
      )
      .select(candidateColumns(endpoints))
      .where("installations.organization_id", "=", id)
      .where("installations.id", ">", after)
      .where("installations.deleted_at", "is", null)
      .orderBy("installations.id")
      .limit(limit),
);

const selectOfResource = planQuery(
  (db: Kysely<Tables>, { kind, id, after, limit }: CandidatePart, endpoints?: string) =>
    db
      .selectFrom("resource_installations as resource")
      .innerJoin("installations", "installations.id", "resource.installation_id")
      .leftJoin("integrations", (on) =>
        on
          .onRef("integrations.name", "=", "installations.integration")
          .on("integrations.removed_at", "is", null),
      )
      .select([...candidateColumns(endpoints), "resource.status as resourceStatus"])
      .where("resource.resource_kind", "=", kind)
      .where("resource.resource_id", "=", id)
      .where("resource.installation_id", ">", after)
      .where("resource.deleted_at", "is", null)
      .where("installations.deleted_at", "is", null)
      .orderBy("resource.installation_id")
      .limit(limit),
);

async function loadCandidates(
  context: PlatformContext,
  event: EventAddress,
  limit: number,
): Promise<readonly Candidate[]> {
  const { installation_id, resource_kind: kind, resource_id: id, fan_out_after } = event;
  const { db } = context;
  if (installation_id !== null)
    return (await loadInstallationCandidates(context, [installation_id])).get(installation_id) ?? [];
  const after = fan_out_after ?? "";
  const endpoints = selectEndpoints(context);
  if (kind === "organization") {
    const rows = await selectOfOrganization(db, { id: event.organization_id, after, limit }, endpoints);
    return rows.map((row) => ({ ...row, removed: false, resourceStatus: null }));
  }
  const rows = await selectOfResource(db, { kind, id, after, limit }, endpoints);
  return rows.map((row) => ({ ...row, removed: false }));
}

function toEndpointCandidate(endpoint: Endpoint): EndpointCandidate {
  const { resource } = readEndpointMetadata(endpoint);
  const { id, eventTypes, filter, channels, holds } = endpoint;
  return {
    id,
    eventTypes,
    filter,
    channels,
    resource,
    holds,
    disabled: ownStatusOf(endpoint) === "disabled",
    scope: endpoint.kind === endpointKinds.agent ? agentEventScope : undefined,
  };
}
