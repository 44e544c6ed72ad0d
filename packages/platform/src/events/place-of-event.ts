import type { EventRow } from "../database/tables.ts";

/** The space or site in which an event happened, if it did in one. */
export function placeOfEvent({
  resource_kind: kind,
  resource_id: id,
}: Pick<EventRow, "resource_kind" | "resource_id">): {
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
} {
  return { spaceId: kind === "space" ? id : undefined, siteId: kind === "site" ? id : undefined };
}
