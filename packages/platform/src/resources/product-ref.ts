import * as z from "zod";
import type { EventRow } from "../database/tables.ts";
import type { ProductData } from "../product/product-data.ts";

/** Names a resource of the platform's product. */
export interface ProductRef {
  readonly kind: string;
  readonly id: string;
}

/** Returns the product's resource that an event is about, if there is one. */
export function productRefOf({
  resource_kind: kind,
  resource_id: id,
}: Pick<EventRow, "resource_kind" | "resource_id">): ProductRef | undefined {
  return kind === "organization" ? undefined : { kind, id };
}

/** A resource and the field of a request that names it, such as `projectId`. */
export interface NamedResource extends ProductRef {
  readonly path: string;
}

const refSchema = z.object({ resource: z.object({ kind: z.string(), id: z.string() }) });

/**
 * Returns the resources whose ids are in fields such as `projectId`, in the order of the contract's kinds, and that
 * in the field `resource`.
 *
 * @example
 * import { type Platform } from "@plugboard/platform";
 * import { namedResources } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * console.log(namedResources(platform.product, { projectId: "prj_1" }));
 */
export function namedResources(product: ProductData | undefined, fields: object): readonly NamedResource[] {
  const byKind = Object.keys(product?.contract.kinds ?? {}).flatMap((kind) => {
    const path = `${kind}Id`;
    const id: unknown = Reflect.get(fields, path);
    return typeof id === "string" ? [{ kind, id, path }] : [];
  });
  const { data } = refSchema.safeParse(fields);
  return data === undefined ? byKind : [...byKind, { ...data.resource, path: "resource" }];
}

/** Returns a resource's id in the field of its kind, such as `projectId`. */
export function idFieldOf(resource: ProductRef | undefined): Readonly<Record<string, string>> {
  return resource === undefined ? {} : { [`${resource.kind}Id`]: resource.id };
}
