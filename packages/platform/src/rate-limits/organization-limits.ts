import type { Role } from "@plugboard/api";
import type { OrganizationQuota } from "@plugboard/api/client";
import type { Kysely, Transaction } from "kysely";
import { planQuery } from "../database/plan-query.ts";
import type { Tables } from "../database/tables.ts";
import type { RateLimitPolicy } from "./rate-limiter.ts";

/** The limits set for an organization, including the product's. */
export type OrganizationLimits = Omit<OrganizationQuota, "requestsPerMinute"> &
  Readonly<Record<string, number | undefined>>;

/** Returns the name of the limit on requests per minute of each member and API key with a role. */
export function roleLimit<Each extends Role>(role: Each): `${Each}RequestsPerMinute` {
  return `${role}RequestsPerMinute`;
}

const minuteSeconds = 60;

/** Limits that apply only if they are set, by the name of their bucket. */
export const minuteQuotas = {
  tasksPerMinute: "organization-tasks",
  eventsPerMinute: "organization-events",
} as const;

/**
 * Returns an organization's rate limit, if one is set.
 *
 * @example
 * import { minutePolicy } from "@plugboard/platform/product";
 *
 * console.log(minutePolicy({}, "eventsPerMinute")); // undefined
 */
export function minutePolicy(
  limits: OrganizationLimits,
  name: keyof typeof minuteQuotas,
): RateLimitPolicy | undefined {
  const quota = limits[name];
  return quota === undefined ? undefined : { name: minuteQuotas[name], quota, windowSeconds: minuteSeconds };
}

const selectLimits = planQuery(
  (db: Kysely<Tables>, { organizationId }: { readonly organizationId: string }) =>
    db
      .selectFrom("organization_limits")
      .select(["name", "value"])
      .where("organization_id", "=", organizationId),
);

/**
 * Returns the limits set for an organization.
 *
 * @example
 * import type { Platform } from "@plugboard/platform";
 * import { minutePolicy, readOrganizationLimits } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * const limits = await readOrganizationLimits(platform.db, "org_1");
 * console.log(minutePolicy(limits, "eventsPerMinute")?.quota);
 */
export async function readOrganizationLimits(
  db: Kysely<Tables> | Transaction<Tables>,
  organizationId: string,
): Promise<OrganizationLimits> {
  const rows = await selectLimits(db, { organizationId });
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Replaces the limits of an organization. Omitted limits are removed. */
export async function writeOrganizationLimits(
  transaction: Kysely<Tables>,
  organizationId: string,
  limits: OrganizationLimits,
): Promise<void> {
  await transaction.deleteFrom("organization_limits").where("organization_id", "=", organizationId).execute();
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined) continue;
    await transaction
      .insertInto("organization_limits")
      .values({ organization_id: organizationId, name, value })
      .execute();
  }
}
