import type { Kysely } from "kysely";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import type { ProductResource } from "../product/product-data.ts";

// Databases limit the parameters of a statement.
const batchSize = 1000;

/** Returns the resources of a kind with these ids that exist. */
export async function findResources(
  { product }: Pick<PlatformContext, "product">,
  db: Kysely<Tables>,
  kind: string,
  ids: readonly string[],
): Promise<readonly ProductResource[]> {
  const lookups = product?.kinds ?? {};
  const wanted = new Set(ids);
  const resources: ProductResource[] = [];
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    // A product reads its own tables, which the platform's types do not list.
    const found = (await lookups[kind]?.find(db as unknown as Kysely<unknown>, batch)) ?? [];
    resources.push(...found.filter(({ id }) => wanted.has(id)));
  }
  return resources;
}

/** Returns the organization of a resource. `undefined` if there is no such resource. */
export async function findResourceOrganization(
  context: Pick<PlatformContext, "product">,
  db: Kysely<Tables>,
  { kind, id }: { readonly kind: string; readonly id: string },
): Promise<string | undefined> {
  const [resource] = await findResources(context, db, kind, [id]);
  return resource?.organizationId;
}
