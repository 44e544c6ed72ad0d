import { listMembers } from "@plugboard/api/routes";
import { useOrganizations } from "../data/organization.ts";
import { useReadAllOnce } from "../data/queries.ts";
import { useTargets } from "../data/targets.ts";
import { useResources } from "../product/resources.ts";

/** A resource of the organization that the audit log can be filtered by. */
export interface NamedResource {
  readonly id: string;
  /** `Organization`, `Installation`, `Endpoint`, `Member`, or the title of the product's kind. */
  readonly kind: string;
  readonly name: string;
}

/** Returns the organization's resources, installations, endpoints and members, with their names. */
export function useResourceNames(): readonly NamedResource[] {
  const { current } = useOrganizations();
  const members = useReadAllOnce(listMembers, { params: { organizationId: current?.id ?? "" } });
  const resources = useResources().data ?? [];
  const { installations, endpoints } = useTargets();
  return [
    ...(current === undefined ? [] : [{ id: current.id, kind: "Organization", name: current.title }]),
    ...resources.map(({ id, kind, title }) => ({ id, kind: kind.title, name: title })),
    ...installations.map(({ id, title }) => ({ id, kind: "Installation", name: title })),
    ...endpoints.map(({ id, url }) => ({ id, kind: "Endpoint", name: url })),
    ...(members.data ?? []).map(({ id, name }) => ({ id, kind: "Member", name })),
  ];
}
