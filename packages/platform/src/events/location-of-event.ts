import type { EventRow } from "../database/tables.ts";

/** Returns the space or site of an event, if it has one. */
export function locationOfEvent({
  resource_kind: kind,
  resource_id: id,
}: Pick<EventRow, "resource_kind" | "resource_id">): {
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
} {
  return { spaceId: kind === "space" ? id : undefined, siteId: kind === "site" ? id : undefined };
}
