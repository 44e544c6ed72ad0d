import type { OrganizationResource } from "@plugboard/api/client";
import { listOrganizations } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { usePortalSession } from "./portal-session.ts";
import { allOf, firstMilliseconds } from "./queries.ts";
import { readText } from "./search.ts";

/** The query of the user's organizations. */
export const organizationsQuery = { ...allOf(listOrganizations), staleTime: firstMilliseconds };

/** Returns the user's organizations and the current one: the one in the URL, or the first. */
export function useOrganizations(): {
  readonly all: readonly OrganizationResource[];
  readonly current: OrganizationResource | undefined;
} {
  const organization = useRouterState({
    select: ({ location }) => readText(Reflect.get(location.search, "organization")),
  });
  const isPortal = usePortalSession() !== undefined;
  const listed = useQuery({ ...organizationsQuery, enabled: !isPortal });
  const all = listed.data ?? [];
  return { all, current: all.find(({ id }) => id === organization) ?? all[0] };
}

/**
 * Returns the ID of the current organization; in the portal, the one of its session. `undefined` while
 * loading.
 */
export function useOrganizationId(): string | undefined {
  const { current } = useOrganizations();
  return usePortalSession()?.organization.id ?? current?.id;
}
