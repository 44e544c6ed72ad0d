import type { ApiKeyResource } from "@plugboard/api/client";
import { revokeApiKey } from "@plugboard/api/routes";
import { ConfirmButton } from "../changes/confirm-button.tsx";
import { api } from "../data/platform-api.ts";
import { ActionTable } from "../ui/action-table.tsx";
import { TimeAgo } from "../ui/time.tsx";

interface KeysTableProps {
  readonly organizationId: string;
  /** The heading of the first column. */
  readonly heading: string;
  readonly keys: readonly ApiKeyResource[];
  /** The consequence of revoking a key. */
  readonly consequence: string;
  /** Whether the keys differ in their roles and scopes. */
  readonly showsAccess?: boolean;
}

/** Lists API keys, and revokes them. */
export function KeysTable({
  organizationId,
  heading,
  keys,
  consequence,
  showsAccess = false,
}: KeysTableProps) {
  return (
    <ActionTable columns={[heading, "Prefix", ...(showsAccess ? ["Role"] : []), "Last used", "Expires"]}>
      {keys.map(({ id, name, prefix, role, scopes = [], lastUsedAt, expiresAt }) => (
        <tr key={id}>
          <td className="clip" title={name}>
            {name}
          </td>
          <td>
            <code>{prefix}</code>
          </td>
          {showsAccess && <td>{role ?? scopes.join(", ")}</td>}
          <td>{lastUsedAt === undefined ? "never" : <TimeAgo time={lastUsedAt} />}</td>
          <td>{expiresAt === undefined ? "never" : <TimeAgo time={expiresAt} />}</td>
          <td>
            <ConfirmButton
              label="Revoke"
              title={`Revoke ${name}?`}
              consequence={consequence}
              action="Revoke"
              run={() => api.call(revokeApiKey, { params: { organizationId, keyId: id } })}
            />
          </td>
        </tr>
      ))}
    </ActionTable>
  );
}
