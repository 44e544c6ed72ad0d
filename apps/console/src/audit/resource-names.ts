import { listMembers, listSites, listSpaces } from "@plugboard/api/routes";
import { useOrganizations } from "../data/organization.ts";
import { useReadAllOnce } from "../data/queries.ts";
import { useTargets } from "../data/targets.ts";

/** A resource of the organization that the audit log can be filtered by. */
export interface NamedResource {
  readonly id: string;
  readonly kind: "Organization" | "Space" | "Site" | "Installation" | "Endpoint" | "Member";
  readonly name: string;
}

/** Returns the organization's spaces, sites, installations, endpoints and members, with their names. */
export function useResourceNames(): readonly NamedResource[] {
  const { current } = useOrganizations();
  const members = useReadAllOnce(listMembers, { params: { organizationId: current?.id ?? "" } });
  const spaces = useReadAllOnce(listSpaces);
  const sites = useReadAllOnce(listSites);
  const { installations, endpoints } = useTargets();
  const isOwn = ({ organization }: { readonly organization: string }): boolean =>
    organization === current?.id;
  return [
    ...(current === undefined
      ? []
      : [{ id: current.id, kind: "Organization", name: current.title } as const]),
    ...(spaces.data ?? [])
      .filter(isOwn)
      .map(({ id, title }) => ({ id, kind: "Space", name: title }) as const),
    ...(sites.data ?? []).filter(isOwn).map(({ id, title }) => ({ id, kind: "Site", name: title }) as const),
    ...installations.map(({ id, title }) => ({ id, kind: "Installation", name: title }) as const),
    ...endpoints.map(({ id, url }) => ({ id, kind: "Endpoint", name: url }) as const),
    ...(members.data ?? []).map(({ id, name }) => ({ id, kind: "Member", name }) as const),
  ];
}
