import type { OrganizationResource } from "@plugboard/api/client";
import { listOrganizations } from "@plugboard/api/routes";
import { useRouterState } from "@tanstack/react-router";
import { useReadOnce } from "./queries.ts";
import { readText } from "./search.ts";

/** The organizations of whoever is signed in, and the one that the address names; the first one when it names none. */
export function useOrganizations(): {
  readonly all: readonly OrganizationResource[];
  readonly current: OrganizationResource | undefined;
} {
  const organization = useRouterState({
    select: ({ location }) => readText(Reflect.get(location.search, "organization")),
  });
  const all = useReadOnce(listOrganizations).data?.items ?? [];
  return { all, current: all.find(({ id }) => id === organization) ?? all[0] };
}
