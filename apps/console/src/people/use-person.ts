import type { ApiResponse } from "@plugboard/api/client";
import { getSession } from "@plugboard/api/routes";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useReadSession } from "../data/queries.ts";

type Role = NonNullable<ApiResponse<typeof getSession>["person"]>["memberships"][number]["role"];

/** The signed-in user and their permissions. */
export interface SignedIn {
  /** `undefined` while loading, and for the platform administrator. */
  readonly person: ApiResponse<typeof getSession>["person"];
  /** Whether the user is the platform administrator. */
  readonly isAdministrator: boolean;
  /** The role in the current organization; `owner` for the platform administrator. */
  readonly role: Role | undefined;
  /** Whether the user can manage members, invitations and API keys. */
  readonly isManager: boolean;
  /** Whether the user can edit content. */
  readonly isEditor: boolean;
  /** Whether the user can publish integrations. */
  readonly isDeveloper: boolean;
  /** Whether the user can see and resend deliveries. */
  readonly isOperator: boolean;
}

const nobody = {
  person: undefined,
  isAdministrator: false,
  role: undefined,
  isManager: false,
  isEditor: false,
  isDeveloper: false,
  isOperator: false,
};

/** Returns the signed-in user and their role in the current organization. */
export function useSignedIn(): SignedIn {
  const { data } = useReadSession();
  const { current } = useOrganizations();
  if (data === undefined || !data.signedIn) return nobody;
  const { person } = data;
  const role =
    person === undefined
      ? "owner"
      : person.memberships.find(({ organization }) => organization === current?.id)?.role;
  const isManager = role === "owner" || role === "admin";
  const isDeveloper = isManager || role === "developer";
  return {
    person,
    isAdministrator: person === undefined,
    role,
    isManager,
    isEditor: isManager || role === "editor",
    isDeveloper,
    isOperator: isDeveloper || role === "operator",
  };
}

/** Reads the user's role again once the server refuses a change, because someone may have changed the role. */
export function useReadRole(isRefused: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isRefused) void client.invalidateQueries({ queryKey: [getSession.id] });
  }, [isRefused, client]);
}
