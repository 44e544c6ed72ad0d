import { provisioningScope } from "@plugboard/api";
import { findProvisionedUsers, listApiKeys } from "@plugboard/api/routes";
import { useState } from "react";
import { useRead, useReadAllOnce } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { KeysTable } from "./keys-table.tsx";
import { ProvisionedGroups } from "./provisioned-groups.tsx";

interface ProvisioningPanelProps {
  readonly organizationId: string;
}

/** Shows the SCIM address, tokens and users of the organization's identity provider. */
export function ProvisioningPanel({ organizationId }: ProvisioningPanelProps) {
  const params = { organizationId };
  const keys = useReadAllOnce(listApiKeys, { params });
  const provisioned = useRead(findProvisionedUsers, { params });
  const [creating, setCreating] = useState(false);
  const tokens = keys.data?.filter(({ scopes }) => scopes?.includes(provisioningScope) === true) ?? [];
  const waiting = provisioned.data?.users.filter(({ memberId, active }) => memberId === undefined && active);
  return (
    <section className="panel" aria-label="Provisioning (SCIM)">
      <h2>Provisioning (SCIM)</h2>
      <p className="hint">
        Lets an identity provider such as Okta or Microsoft Entra ID create, suspend and remove members.{" "}
        <a href="/docs/guides/provision-members">Guide</a>
      </p>
      <ErrorMessage error={keys.error} onRetry={() => void keys.refetch()} />
      <ErrorMessage error={provisioned.error} onRetry={() => void provisioned.refetch()} />
      {tokens.length > 0 && (
        <>
          <Copyable text={addressOf(organizationId)} label="Copy address" />
          <KeysTable
            organizationId={organizationId}
            heading="Token"
            keys={tokens}
            consequence="The identity provider can no longer change members. Members stay as they are."
          />
        </>
      )}
      {waiting !== undefined && waiting.length > 0 && (
        <>
          <h3>Not signed in yet</h3>
          <ul className="plain-list">
            {waiting.map(({ id, email, role = "reader" }) => (
              <li key={id} className="row">
                <span className="clip" title={email}>
                  {email}
                </span>
                <span className="badge">{role}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <ProvisionedGroups organizationId={organizationId} />
      <div>
        <Button onClick={() => setCreating(true)}>Create token</Button>
      </div>
      {creating && <TokenDialog organizationId={organizationId} onClose={() => setCreating(false)} />}
    </section>
  );
}

function addressOf(organizationId: string): string {
  return `${location.origin}/scim/v2/${organizationId}`;
}

function TokenDialog({ organizationId, onClose }: ProvisioningPanelProps & { readonly onClose: () => void }) {
  return (
    <CreateKeyDialog
      organizationId={organizationId}
      title="Create SCIM token"
      description="It only provisions members of this organization. Provisioning stops when it expires."
      hint="The identity provider that uses it, such as Okta."
      access={{ scopes: [provisioningScope] }}
      lifetime="1 year"
      created={{
        title: "SCIM token created",
        description: "Copy both values to your identity provider. You won’t be able to see the token again.",
      }}
      renderCreated={(token) => (
        <>
          <Copyable text={addressOf(organizationId)} label="Copy address" />
          <Copyable text={token} label="Copy token" />
        </>
      )}
      onClose={onClose}
    />
  );
}
