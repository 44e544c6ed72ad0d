import type { ProductRef } from "@plugboard/platform/product";
import { type Expression, expressionBuilder } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";

/** The resource of an event, and the query for its organization, so that the event takes one statement. */
export interface About {
  readonly resource: ProductRef;
  readonly organization: Expression<string>;
}

/** Returns the address of an event about a space. */
export function aboutSpace(id: string): About {
  return { resource: { kind: "space", id }, organization: organizationOf("spaces", id) };
}

/** Returns the address of an event about a site. */
export function aboutSite(id: string): About {
  return { resource: { kind: "site", id }, organization: organizationOf("sites", id) };
}

// A missing resource violates the column's constraint.
function organizationOf(table: "spaces" | "sites", id: string): Expression<string> {
  return expressionBuilder<ContentTables>()
    .selectFrom(table)
    .select("organization_id")
    .where("id", "=", id)
    .$asScalar()
    .$notNull();
}
