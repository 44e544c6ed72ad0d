import type { OrganizationResource } from "@plugboard/api/client";
import { listOrganizations } from "@plugboard/api/routes";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { keepLost } from "./keep-lost.ts";
import { usePortalSession } from "./portal-session.ts";
import { allOf, firstMilliseconds } from "./queries.ts";
import { readText } from "./search.ts";

type KeptOrganization = OrganizationResource & { readonly isLost?: boolean };

const { queryKey, queryFn } = allOf(listOrganizations);

/** The query of the user's organizations, with those that they lost access to. */
export const organizationsQuery = queryOptions({
  queryKey,
  queryFn: async ({ client }): Promise<KeptOrganization[]> => {
    const listed = await queryFn();
    return keepLost(client.getQueryData<KeptOrganization[]>(queryKey) ?? [], listed);
  },
  staleTime: firstMilliseconds,
});

/**
 * Returns the user's organizations and the current one: the one in the URL, or the first. It stays the current one when the
 * user loses access to it.
 */
export function useOrganizations(): {
  readonly all: readonly OrganizationResource[];
  readonly current: KeptOrganization | undefined;
} {
  const organization = useRouterState({
    select: ({ location }) => readText(Reflect.get(location.search, "organization")),
  });
  const isPortal = usePortalSession() !== undefined;
  const listed = useQuery({ ...organizationsQuery, enabled: !isPortal });
  const kept = listed.data ?? [];
  return {
    all: kept.filter(({ isLost }) => isLost !== true),
    current: kept.find(({ id }) => id === organization) ?? kept[0],
  };
}

/**
 * Returns the ID of the current organization; in the portal, the one of its session. `undefined` while
 * loading.
 */
export function useOrganizationId(): string | undefined {
  const { current } = useOrganizations();
  return usePortalSession()?.organization.id ?? current?.id;
}
