import { joinOrganization } from "@plugboard/api/routes";
import { useNavigate } from "@tanstack/react-router";
import { api } from "./platform-api.ts";
import { useChange } from "./queries.ts";

/** Accepts the offer of an organization by its id, and opens the organization. */
export function useJoinOrganization() {
  const navigate = useNavigate();
  return useChange(
    async (organizationId: string) => {
      await api.call(joinOrganization, { params: { organizationId } });
      return organizationId;
    },
    (organization) => void navigate({ to: "/", search: { organization } }),
  );
}
