import { type Role, roles } from "@plugboard/api";
import type { OrganizationQuota } from "@plugboard/api/client";
import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { RateLimitPolicy } from "./rate-limiter.ts";

/** What an organization may have, or ask for, where that was set. */
export type OrganizationLimits = Omit<OrganizationQuota, "requestsPerMinute">;

const names: readonly (keyof OrganizationLimits)[] = [
  "maxWebhookEndpoints",
  "maxPageCharacters",
  "tasksPerMinute",
  "eventsPerMinute",
  "maxDeliveriesInFlight",
  "keepBodiesDays",
  ...roles.map(roleLimit),
];

/** The name of how many requests each member and API key of a role may make in a minute. */
export function roleLimit<Each extends Role>(role: Each): `${Each}RequestsPerMinute` {
  return `${role}RequestsPerMinute`;
}

const minuteSeconds = 60;

/** What has to be set for an organization before it is counted, by the name of its bucket. */
const minuteQuotas = {
  tasksPerMinute: "organization-tasks",
  eventsPerMinute: "organization-events",
} as const;

/** How much of something an organization may ask for, where that was set. */
export function minutePolicy(
  limits: OrganizationLimits,
  name: keyof typeof minuteQuotas,
): RateLimitPolicy | undefined {
  const quota = limits[name];
  return quota === undefined ? undefined : { name: minuteQuotas[name], quota, windowSeconds: minuteSeconds };
}

/** The limits that were set for an organization. */
export async function readOrganizationLimits(
  db: Kysely<Tables>,
  organizationId: string,
): Promise<OrganizationLimits> {
  const rows = await db
    .selectFrom("organization_limits")
    .select(["name", "value"])
    .where("organization_id", "=", organizationId)
    .execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Sets the limits of an organization; those that are left out end. */
export async function writeOrganizationLimits(
  transaction: Kysely<Tables>,
  organizationId: string,
  limits: OrganizationLimits,
): Promise<void> {
  await transaction.deleteFrom("organization_limits").where("organization_id", "=", organizationId).execute();
  for (const name of names) {
    const value = limits[name];
    if (value === undefined) continue;
    await transaction
      .insertInto("organization_limits")
      .values({ organization_id: organizationId, name, value })
      .execute();
  }
}
