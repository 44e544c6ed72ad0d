import type { CustomEventTypeResource } from "@plugboard/api/client";
import { listCustomEventTypes } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { useOrganizationId } from "./organization.ts";
import { allOf } from "./queries.ts";

/** Returns the organization's custom event types that aren't archived. */
export function useCustomEventTypes(): readonly CustomEventTypeResource[] {
  const organizationId = useOrganizationId();
  const defined = useQuery({
    ...allOf(listCustomEventTypes, { params: { organizationId: organizationId ?? "" } }),
    enabled: organizationId !== undefined,
  });
  return defined.data?.filter(({ archivedAt }) => archivedAt === undefined) ?? [];
}
