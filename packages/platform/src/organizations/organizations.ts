import type { Selectable } from "kysely";
import { createIdFromKey } from "../common/create-id.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { Keyset } from "../common/keyset.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { OrganizationTable } from "../database/tables.ts";
import { holdOrganization, type Member, type Person, writeMember } from "./members.ts";

/** The owner of spaces, sites and integrations. */
export interface Organization {
  readonly id: string;
  readonly title: string;
  readonly subdomain: string;
  /** Whether members need a second factor. */
  readonly requiresSecondFactor?: true | undefined;
}

const columns = ["id", "title", "subdomain", "requires_second_factor"] as const;

/** Restricts results to some organizations. Defaults to all. */
export interface OrganizationFilter {
  readonly organizations?: readonly string[] | undefined;
}

/**
 * Returns all organizations, or those in the filter.
 *
 * @example
 * import { listOrganizations, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { id, title } of await listOrganizations(platform)) console.log(id, title);
 */
export async function listOrganizations(
  { db }: PlatformContext,
  { organizations, after, limit }: OrganizationFilter & Keyset = {},
): Promise<Organization[]> {
  let query = db.selectFrom("organizations").select(columns).orderBy("id");
  if (after !== undefined) query = query.where("id", ">", after);
  if (limit !== undefined) query = query.limit(limit);
  if (organizations !== undefined) query = query.where("id", "in", inList(organizations));
  return (await query.execute()).map(toOrganization);
}

/**
 * Returns an organization.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { getOrganization, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { title } = await getOrganization(platform, "org_1");
 * console.log(title);
 */
export async function getOrganization({ db }: PlatformContext, id: string): Promise<Organization> {
  const row = await db.selectFrom("organizations").select(columns).where("id", "=", id).executeTakeFirst();
  return toOrganization(orNotFound(row, `organization ${id}`));
}

function toOrganization({
  requires_second_factor: required,
  ...organization
}: Pick<Selectable<OrganizationTable>, (typeof columns)[number]>): Organization {
  return required === 1 ? { ...organization, requiresSecondFactor: true } : organization;
}

/** Options of a new organization. */
export interface NewOrganization {
  readonly title: string;
  readonly subdomain: string;
  /** The first member, as an owner. */
  readonly owner?: Person | undefined;
  /** Repeating the call with the same key returns the same organization. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Creates an organization.
 *
 * @throws PlatformError `conflict` if the subdomain is taken
 *
 * @example
 * import { createOrganization, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { id } = await createOrganization(platform, {
 *   title: "Acme",
 *   subdomain: "acme",
 *   owner: { id: "usr_1", name: "Ada" },
 * });
 * console.log(id);
 */
export async function createOrganization(
  context: PlatformContext,
  { title, subdomain, owner, idempotencyKey }: NewOrganization,
): Promise<Organization> {
  const now = context.now();
  const id = createIdFromKey("org", owner?.id ?? "", idempotencyKey, now);
  await context.db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto("organizations")
      .values({ id, title, subdomain })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 0n) {
      const existing = transaction.selectFrom("organizations").select("id").where("id", "=", id);
      if ((await existing.executeTakeFirst()) === undefined) throw takenSubdomain(subdomain);
      return;
    }
    if (owner === undefined) return;
    const member: Member = { ...owner, role: "owner", createdAt: now };
    await writeMember(transaction, id, member);
  });
  return await getOrganization(context, id);
}

/** Changes to an organization. Omitted fields stay unchanged. */
export interface OrganizationEdit {
  readonly title?: string | undefined;
  readonly subdomain?: string | undefined;
  readonly requiresSecondFactor?: boolean | undefined;
}

/**
 * Renames an organization, or changes whether members need a second factor.
 *
 * @throws PlatformError `not_found`, `conflict` if the subdomain is taken
 */
export async function updateOrganization(
  context: PlatformContext,
  id: string,
  { title, subdomain, requiresSecondFactor }: OrganizationEdit,
): Promise<Organization> {
  await context.db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, id);
    if (subdomain !== undefined) {
      const other = transaction
        .selectFrom("organizations")
        .select("id")
        .where("subdomain", "=", subdomain)
        .where("id", "!=", id);
      if ((await other.executeTakeFirst()) !== undefined) throw takenSubdomain(subdomain);
    }
    const required = requiresSecondFactor === undefined ? undefined : Number(requiresSecondFactor);
    if ([title, subdomain, required].every((change) => change === undefined)) return;
    await transaction
      .updateTable("organizations")
      .set({ title, subdomain, requires_second_factor: required })
      .where("id", "=", id)
      .execute();
  });
  return await getOrganization(context, id);
}

function takenSubdomain(subdomain: string): PlatformError {
  const problem = { path: "subdomain", message: "is taken. Choose another" };
  return new PlatformError("conflict", `The subdomain ${subdomain} is taken. Choose another.`, [problem]);
}
