import type { EventRow, ResourceKind } from "../database/tables.ts";

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

/** Returns the resource that a space or site ID identifies. The space takes precedence. */
export function resourceOf({
  spaceId,
  siteId,
}: {
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
}): { readonly kind: ResourceKind; readonly id: string } | undefined {
  if (spaceId !== undefined) return { kind: "space", id: spaceId };
  return siteId === undefined ? undefined : { kind: "site", id: siteId };
}
