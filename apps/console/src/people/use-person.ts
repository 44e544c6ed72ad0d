import type { ApiResponse } from "@plugboard/api/client";
import { getSession } from "@plugboard/api/routes";
import { useOrganizations } from "../data/organization.ts";
import { useReadOnce } from "../data/queries.ts";

type Role = NonNullable<ApiResponse<typeof getSession>["person"]>["memberships"][number]["role"];

/** Whoever is signed in, as far as pages need to know. */
export interface SignedIn {
  /** `undefined` while it is read, and for the platform's administrator. */
  readonly person: ApiResponse<typeof getSession>["person"];
  /** Whether it is the platform's administrator. */
  readonly isAdministrator: boolean;
  /** In the organization that is shown; an owner's for the platform's administrator. */
  readonly role: Role | undefined;
  /** Whether members, invitations and keys of that organization may be changed. */
  readonly isManager: boolean;
  /** Whether its content may be changed. */
  readonly isEditor: boolean;
}

const nobody = {
  person: undefined,
  isAdministrator: false,
  role: undefined,
  isManager: false,
  isEditor: false,
};

/** Who is signed in, and as what in the organization that is shown. */
export function useSignedIn(): SignedIn {
  const { data } = useReadOnce(getSession);
  const { current } = useOrganizations();
  if (data === undefined || !data.signedIn) return nobody;
  const { person } = data;
  const role =
    person === undefined
      ? "owner"
      : person.memberships.find(({ organization }) => organization === current?.id)?.role;
  const isManager = role === "owner" || role === "admin";
  return {
    person,
    isAdministrator: person === undefined,
    role,
    isManager,
    isEditor: isManager || role === "editor",
  };
}
