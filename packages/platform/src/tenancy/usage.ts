import type { AnyOperation } from "@plugboard/api/contract";
import type { OrganizationQuota, OrganizationUsage } from "@plugboard/api/client";
import { type Kysely, sql } from "kysely";
import type { Role } from "@plugboard/api";
import { findOrganization, type PathResource } from "../access/find-organization.ts";
import type { PersonPrincipal, Principal } from "../access/principal.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { endpointKinds, listEndpointsOf } from "../endpoints/list-endpoints.ts";
import { readEventUsage } from "../events/event-usage.ts";
import type { Membership } from "../organizations/members.ts";
import { getOrganization } from "../organizations/organizations.ts";
import {
  minutePolicy,
  readOrganizationLimits,
  roleLimit,
  writeOrganizationLimits,
} from "../rate-limits/organization-limits.ts";
import { readNearQuotas } from "./read-near-quotas.ts";
import type { PlatformQuotas } from "../rate-limits/platform-quotas.ts";
import type { RateLimiter, RateLimitPolicy } from "../rate-limits/rate-limiter.ts";

/** The dependencies for counting requests. */
export interface QuotaContext extends PlatformContext {
  readonly quotas: PlatformQuotas;
  readonly rateLimiter: RateLimiter;
}

const minuteSeconds = 60;

/** A deduction from a quota. */
export interface Spending {
  readonly policy: RateLimitPolicy;
  /** The caller whose quota is charged. */
  readonly key: string;
  /** The limited requests for error messages, such as "tasks of import". */
  readonly what: string;
  /** Defaults to 1. */
  readonly cost?: number | undefined;
}

/**
 * Returns the quotas that a request is charged to, with their keys. The platform's administrator has none. Operations of the
 * API are charged already; use it for other routes.
 *
 * @param resources - those in the request's path
 *
 * @example
 * import { type Platform, type Principal, requestQuotas, spendQuota } from "@plugboard/platform";
 *
 * async function admit(platform: Platform, caller: Principal): Promise<void> {
 *   for (const { policy, ...spending } of await requestQuotas(platform, caller, []))
 *     await spendQuota(platform.rateLimiter, policy, spending);
 * }
 */
export async function requestQuotas(
  context: QuotaContext,
  caller: Principal,
  resources: readonly PathResource[],
): Promise<readonly Spending[]> {
  const { requests } = context.quotas;
  if (caller.type === "admin") return [];
  if (caller.type === "member")
    return [
      { policy: requests, key: caller.id, what: "requests of this person" },
      ...(await roleQuotas(context, caller.id, await membershipOf(caller.memberships, resources))),
    ];
  if (caller.type === "consumer")
    return [{ policy: requests, key: caller.id, what: "requests of this consumer" }];
  if (caller.type === "portal")
    return [{ policy: requests, key: `portal ${caller.organization}`, what: "requests of this portal" }];
  if (caller.type !== "key") {
    const { integration } = caller;
    return [{ policy: requests, key: integration, what: `requests of ${integration}` }];
  }
  return [
    { policy: requests, key: caller.id, what: "requests of this API key" },
    { policy: await organizationPolicy(context, caller.organization), ...ofOrganization(caller) },
    ...(await roleQuotas(context, caller.id, caller)),
  ];
}

/** Returns the event quota that an emitting call is charged to, if the organization has one. */
export async function emissionQuota(
  context: PlatformContext,
  { emits }: Pick<AnyOperation, "emits">,
  { resources, body }: { readonly resources: readonly PathResource[]; readonly body: unknown },
): Promise<Spending | undefined> {
  const organizationId = emits && (await findOrganization(resources));
  if (organizationId === undefined) return undefined;
  const limits = await readOrganizationLimits(context.db, organizationId);
  const policy = minutePolicy(limits, "eventsPerMinute");
  const events: unknown = Reflect.get(Object(body), "events");
  const cost = emits === "each" && Array.isArray(events) ? events.length : 1;
  return policy && { policy, key: organizationId, what: "events in this organization", cost };
}

/**
 * Returns the membership of a request: the person's own, or that in the organization of the path's resource.
 */
async function membershipOf(
  memberships: readonly Membership[],
  resources: readonly PathResource[],
): Promise<Membership | undefined> {
  if (memberships.length < 2) return memberships[0];
  const organization = await findOrganization(resources);
  return memberships.find((each) => each.organization === organization);
}

/** Returns the limits for each member and key of a role, if set by the administrator. */
async function roleQuotas(
  { db }: PlatformContext,
  callerId: string,
  member: { readonly organization: string; readonly role?: Role | undefined } | undefined,
) {
  if (member?.role === undefined) return [];
  const { organization, role } = member;
  const quota = (await readOrganizationLimits(db, organization))[roleLimit(role)];
  if (quota === undefined) return [];
  const policy = { name: "role-requests", quota, windowSeconds: minuteSeconds };
  return [{ policy, key: `${organization} ${callerId}`, what: `requests of one ${role}` }];
}

function ofOrganization({ organization }: PersonPrincipal & { readonly type: "key" }) {
  return { key: organization, what: "requests of this organization's API keys" };
}

async function organizationPolicy(
  { db, quotas }: QuotaContext,
  organizationId: string,
): Promise<RateLimitPolicy> {
  const quota = await readRequestsPerMinute(db, organizationId);
  if (quota === undefined) return quotas.organizationRequests;
  const { name } = quotas.organizationRequests;
  return { name, quota, windowSeconds: minuteSeconds };
}

/** `undefined` if the organization has no individual quota. */
async function readRequestsPerMinute(
  db: Kysely<Tables>,
  organizationId: string,
): Promise<number | undefined> {
  const own = await db
    .selectFrom("organization_quotas")
    .select("requests_per_minute")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return own?.requests_per_minute;
}

/**
 * Sets an organization's limits: requests of its API keys, requests of each member and key by role,
 * tasks a minute, webhook endpoints, days until event payloads are deleted, and the product's.
 * Omitted limits return to the defaults. Existing resources above a limit are kept.
 *
 * @throws PlatformError `not_found`
 */
export async function setOrganizationQuota(
  context: PlatformContext,
  organizationId: string,
  { requestsPerMinute, ...limits }: OrganizationQuota,
): Promise<void> {
  await getOrganization(context, organizationId);
  await context.db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom("organization_quotas")
      .where("organization_id", "=", organizationId)
      .execute();
    await writeOrganizationLimits(transaction, organizationId, limits);
    if (requestsPerMinute === undefined) return;
    await transaction
      .insertInto("organization_quotas")
      .values({ organization_id: organizationId, requests_per_minute: requestsPerMinute })
      .execute();
  });
}

/**
 * Returns the usage and limits of an organization.
 *
 * @throws PlatformError `not_found`
 */
export async function getOrganizationUsage(
  context: QuotaContext,
  organizationId: string,
): Promise<OrganizationUsage> {
  await getOrganization(context, organizationId);
  const { db, rateLimiter } = context;
  const limits = await readOrganizationLimits(db, organizationId);
  const rateOf = async (policy: RateLimitPolicy) => {
    const { remaining } = await rateLimiter.take(policy, organizationId, 0);
    return { perMinute: (policy.quota * minuteSeconds) / policy.windowSeconds, remaining };
  };
  const rateWhereSet = async (name: Parameters<typeof minutePolicy>[1]) => {
    const policy = minutePolicy(limits, name);
    return policy && (await rateOf(policy));
  };
  const counts = await countResources(context, organizationId);
  return {
    ...counts,
    nearQuotas: await readNearQuotas(context, organizationId, { limits, counts }),
    limits: { requestsPerMinute: await readRequestsPerMinute(db, organizationId), ...limits },
    requests: await rateOf(await organizationPolicy(context, organizationId)),
    emittedEvents: await rateWhereSet("eventsPerMinute"),
    tasks: await rateWhereSet("tasksPerMinute"),
  };
}

/** Returns the number of an organization's resources by kind, including those of the product. */
export async function countResources(
  context: PlatformContext,
  organizationId: string,
): Promise<Omit<OrganizationUsage, "limits" | "nearQuotas" | "requests" | "emittedEvents" | "tasks">> {
  const { db } = context;
  const count = async (table: keyof Tables, where = sql`organization_id = ${organizationId}`) =>
    await numberOf(sql`select count(*) as number from ${sql.table(table)} where ${where}`);
  const numberOf = async (query: ReturnType<typeof sql>): Promise<number> => {
    const { rows } = await sql<{ readonly number: number | string | null }>`${query}`.execute(db);
    return Number(rows[0]?.number ?? 0);
  };
  const eventUsage = await readEventUsage(db, organizationId);
  const counts = {
    members: await count("members"),
    apiKeys: await count("api_keys"),
    installations: await count(
      "installations",
      sql`organization_id = ${organizationId} and deleted_at is null`,
    ),
    webhookEndpoints: await countEndpoints(context, organizationId),
    deliveriesInFlight: await context.deliveries.countInFlight(
      await listInstallationIds(context, organizationId),
    ),
    events: eventUsage.events,
    storedCharacters: eventUsage.characters,
  };
  return { ...counts, ...(await countProduct(context, organizationId, counts)) };
}

/** Returns the product's counters, added to the platform's of the same name. */
async function countProduct(
  { db, product }: PlatformContext,
  organizationId: string,
  counts: Readonly<Record<string, number>>,
): Promise<Readonly<Record<string, number>>> {
  // A product reads its own tables, which the platform's types do not list.
  const counters = (await product?.count?.(db as unknown as Kysely<unknown>, organizationId)) ?? {};
  return Object.fromEntries(
    Object.entries(counters).map(([name, value]) => [name, (counts[name] ?? 0) + value]),
  );
}

async function listInstallationIds({ db }: PlatformContext, organizationId: string): Promise<string[]> {
  const installations = await db
    .selectFrom("installations")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .execute();
  return installations.map(({ id }) => id);
}

async function countEndpoints(context: PlatformContext, organizationId: string): Promise<number> {
  const endpoints = await listEndpointsOf(context, await listInstallationIds(context, organizationId));
  return [...endpoints.values()].flat().filter(({ kind }) => kind === endpointKinds.webhook).length;
}
