import { roles } from "@plugboard/api";
import type { ProvisionedGroupResource } from "@plugboard/api/client";
import { findProvisionedGroups, setProvisionedGroupRole } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { api } from "../data/platform-api.ts";
import { useChange } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { showToast } from "../ui/show-toast.ts";
import { useSignedIn } from "./use-person.ts";

interface ProvisionedGroupsProps {
  readonly organizationId: string;
}

/** Lists the groups of the identity provider with their roles, which owners choose. */
export function ProvisionedGroups({ organizationId }: ProvisionedGroupsProps) {
  const groups = useQuery({
    queryKey: [findProvisionedGroups.id, { organizationId }],
    queryFn: () => readAll(organizationId),
  });
  return (
    <>
      <ErrorMessage error={groups.error} onRetry={() => void groups.refetch()} />
      {groups.data !== undefined && groups.data.length > 0 && (
        <>
          <h3>Groups</h3>
          <p className="hint">
            Members have the highest role of their groups. Without a group that has a role, they keep the one
            that the identity provider sets, or are readers.
          </p>
          <ul className="plain-list">
            {groups.data.map((group) => (
              <GroupRow key={group.id} organizationId={organizationId} group={group} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

async function readAll(organizationId: string): Promise<readonly ProvisionedGroupResource[]> {
  const found: ProvisionedGroupResource[] = [];
  for (;;) {
    const query = { startIndex: found.length + 1 };
    const { groups, total } = await api.call(findProvisionedGroups, { params: { organizationId }, query });
    found.push(...groups);
    if (groups.length === 0 || found.length >= total) return found;
  }
}

interface GroupRowProps extends ProvisionedGroupsProps {
  readonly group: ProvisionedGroupResource;
}

function GroupRow({ organizationId, group: { id, displayName, role } }: GroupRowProps) {
  const { role: ownRole } = useSignedIn();
  const change = useChange(
    (chosen: typeof role) =>
      api.call(setProvisionedGroupRole, {
        params: { organizationId, provisionedGroupId: id },
        body: { role: chosen },
      }),
    (saved) => showToast({ title: `Members of ${displayName}: ${saved.role ?? "no role by this group"}` }),
  );
  return (
    <li>
      <div className="row">
        <span className="clip" title={displayName}>
          {displayName}
        </span>
        {ownRole === "owner" ? (
          <select
            aria-label={`Role of ${displayName}`}
            value={(change.isPending ? change.variables : role) ?? ""}
            aria-busy={change.isPending}
            onChange={({ target }) => change.mutate(grantable.find((each) => each === target.value))}
          >
            <option value="">no role</option>
            {grantable.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        ) : (
          <span className="badge">{role ?? "no role"}</span>
        )}
      </div>
      <ErrorMessage error={change.error} />
    </li>
  );
}

// Owners are chosen one by one.
const grantable = roles.filter((role) => role !== "owner");
