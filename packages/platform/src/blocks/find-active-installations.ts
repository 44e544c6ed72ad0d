import type { PlatformContext } from "../database/platform-context.ts";
import type { ProductRef } from "../resources/product-ref.ts";

/**
 * Returns the active installations in any of these resources, keyed by integration name.
 *
 * @example
 * import type { Platform } from "@plugboard/platform";
 * import { findActiveInstallations } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * const installations = await findActiveInstallations(platform, [{ kind: "project", id: "prj_1" }]);
 * console.log([...installations.keys()]);
 */
export async function findActiveInstallations(
  { db }: PlatformContext,
  resources: readonly ProductRef[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("resource_installations as resource")
    .innerJoin("installations", "installations.id", "resource.installation_id")
    .select(["installations.integration", "installations.id"])
    .where("installations.status", "=", "active")
    .where("installations.deleted_at", "is", null)
    .where("resource.status", "=", "active")
    .where("resource.deleted_at", "is", null)
    .where((where) =>
      where.or(
        resources.map(({ kind, id }) =>
          where.and([where("resource.resource_kind", "=", kind), where("resource.resource_id", "=", id)]),
        ),
      ),
    )
    .orderBy("installations.id")
    .execute();
  return new Map(rows.map(({ integration, id }) => [integration, id]));
}
