import type { OrganizationOfRow, ProductRef } from "@plugboard/platform/product";

/** The resource of an event, and the row with its organization, so that the event is written in one statement. */
export interface About {
  readonly resource: ProductRef;
  readonly organization: OrganizationOfRow;
}

/** Returns the address of an event about a space. */
export function aboutSpace(id: string): About {
  return { resource: { kind: "space", id }, organization: { table: "spaces", id } };
}

/** Returns the address of an event about a site. */
export function aboutSite(id: string): About {
  return { resource: { kind: "site", id }, organization: { table: "sites", id } };
}
