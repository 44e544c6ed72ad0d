import type { Kysely } from "kysely";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { resourceTables } from "../common/resource-tables.ts";

/** Returns the organization of a resource. `undefined` if there is no such resource. */
export async function findResourceOrganization(
  { product }: Pick<PlatformContext, "product">,
  db: Kysely<Tables>,
  { kind, id }: { readonly kind: string; readonly id: string },
): Promise<string | undefined> {
  const table = resourceTables.get(kind);
  if (table !== undefined) {
    const row = await db.selectFrom(table).select("organization_id").where("id", "=", id).executeTakeFirst();
    return row?.organization_id;
  }
  const lookups = product?.kinds ?? {};
  // A product reads its own tables, which the platform's types do not list.
  const resources = await lookups[kind]?.find(db as unknown as Kysely<unknown>, [id]);
  return resources?.find((resource) => resource.id === id)?.organizationId;
}
