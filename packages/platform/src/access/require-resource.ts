import type { Scope } from "@plugboard/api";
import type { ResourceKind } from "../installations/installations.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { PlatformError } from "../common/platform-error.ts";
import { type Principal, requireScope } from "./principal.ts";

/**
 * Lets an administrator through, and an integration that holds the scope and has an installation in the space or site that
 * is not paused. A site's
 * space counts as reached through the site.
 *
 * @throws PlatformError `forbidden`
 */
export async function requireResource(
  { db }: PlatformContext,
  principal: Principal,
  scope: Scope,
  kind: ResourceKind,
  resourceId: string,
): Promise<void> {
  if (principal.type === "admin") return;
  requireScope(principal, scope);
  let query = db
    .selectFrom("resource_installations as part")
    .innerJoin("installations", "installations.id", "part.installation_id")
    .leftJoin("sites", (join) =>
      join.onRef("sites.id", "=", "part.resource_id").on("part.resource_kind", "=", "site"),
    )
    .select("installations.id")
    .where("installations.integration", "=", principal.integration)
    .where("installations.deleted_at", "is", null)
    .where("installations.status", "!=", "paused")
    .where("part.deleted_at", "is", null)
    .where((where) =>
      where.or([
        where.and([where("part.resource_kind", "=", kind), where("part.resource_id", "=", resourceId)]),
        ...(kind === "space" ? [where("sites.space_id", "=", resourceId)] : []),
      ]),
    );
  if (principal.type === "installation") query = query.where("installations.id", "=", principal.installation);
  if ((await query.executeTakeFirst()) !== undefined) return;
  throw new PlatformError("forbidden", `${principal.integration} is not installed in ${kind} ${resourceId}.`);
}
