import type { Kysely } from "kysely";
import type { PlatformUrls } from "../common/platform-urls.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { ProductResource, ResourceFields } from "../product/product-data.ts";

/** Returns the fields that the product adds to installations in a resource. */
export async function showResource(
  { db, product, urls }: Pick<PlatformContext, "db" | "product"> & { readonly urls: PlatformUrls },
  kind: string,
  resource: ProductResource,
): Promise<ResourceFields> {
  // A product reads its own tables, which the platform's types do not list.
  return (await product?.kinds[kind]?.show?.(db as unknown as Kysely<unknown>, resource, urls)) ?? {};
}
