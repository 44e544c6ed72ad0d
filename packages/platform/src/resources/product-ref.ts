import type { EventRow } from "../database/tables.ts";
import { resourceTables } from "../common/resource-tables.ts";

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
  return kind === "organization" || resourceTables.has(kind) ? undefined : { kind, id };
}
