import type { EventRow } from "../database/tables.ts";

/** Names a resource of the platform's product. */
export interface ProductRef {
  readonly kind: string;
  readonly id: string;
}

const platformKinds: ReadonlySet<string> = new Set(["organization", "space", "site"]);

/** Returns the product's resource that an event is about, if there is one. */
export function productRefOf({
  resource_kind: kind,
  resource_id: id,
}: Pick<EventRow, "resource_kind" | "resource_id">): ProductRef | undefined {
  return platformKinds.has(kind) ? undefined : { kind, id };
}
