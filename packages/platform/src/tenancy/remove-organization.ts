import { sql } from "kysely";
import type { PlatformContext } from "../database/platform-context.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { holds } from "../endpoints/webhook-endpoints.ts";
import { getOrganization } from "../organizations/organizations.ts";
import { removeIntegration } from "../publishing/remove-integration.ts";
import { listOwnedTables, ownedBy } from "../database/organization-rows.ts";

/**
 * Removes an organization with everything that is its own: content, members, keys, integrations with their installations
 * anywhere, installations, events, deliveries and the audit log. The integrations of others are not notified: remove the
 * installations first where they are to be. Of what is removed, SQLite's files keep nothing; PostgreSQL frees the space when it
 * vacuums.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { type Platform, removeOrganization } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await removeOrganization(platform, "org_1");
 */
export async function removeOrganization(
  context: PlatformContext & Pick<DispatchContext, "logs" | "runner">,
  organizationId: string,
): Promise<void> {
  const { db, deliveries, compact, logs } = context;
  await getOrganization(context, organizationId);
  const integrations = await db
    .selectFrom("integrations")
    .select("name")
    .where("organization_id", "=", organizationId)
    .where("removed_at", "is", null)
    .execute();
  for (const { name } of integrations) await removeIntegration(context, name);
  const installations = await db
    .selectFrom("installations")
    .select("id")
    .where("organization_id", "=", organizationId)
    .execute();
  // What waits to be written would be written for an integration that is not there.
  await logs.flush();
  await db.transaction().execute(async (transaction) => {
    for (const each of listOwnedTables())
      await sql`delete from ${sql.table(each.table)} where ${ownedBy(each, organizationId)}`.execute(
        transaction,
      );
    for (const [table, column] of [
      ["bundles", "bundle_hash"],
      ["assets", "asset_hash"],
    ] as const) {
      const naming = table === "bundles" ? "integration_versions" : "integration_assets";
      await sql`delete from ${sql.table(table)} where not exists (
        select 1 from ${sql.table(naming)} where ${sql.ref(`${naming}.${column}`)} = ${sql.ref(`${table}.hash`)})`.execute(
        transaction,
      );
    }
  });
  // After the rows: nothing makes an endpoint again for an installation that is not there.
  for (const { id: tenant } of installations) {
    const { items } = await deliveries.listEndpoints({ tenant, limit: 1000 });
    for (const endpoint of items) await deliveries.deleteEndpoint(endpoint.id);
    await deliveries.clearHold({ tenant }, holds.installation);
  }
  await removeDeleted(context);
  await compact();
}

/** Does now what the cleaner does bit by bit: removes what is left of endpoints that were deleted. */
async function removeDeleted({ deliveries, now }: PlatformContext): Promise<void> {
  // Nothing is as old as that, so only what was deleted goes.
  const policy = { deliveredMilliseconds: now(), failedMilliseconds: now() };
  while (await deliveries.removeExpired(policy));
}
