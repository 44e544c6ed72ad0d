import { provisioningScope } from "@plugboard/api";
import { createApiKey, findProvisionedUsers, listApiKeys, revokeApiKey } from "@plugboard/api/routes";
import { useState } from "react";
import { ConfirmButton } from "../changes/confirm-button.tsx";
import { api } from "../data/platform-api.ts";
import { useChange, useRead, useReadAllOnce } from "../data/queries.ts";
import { ActionTable } from "../ui/action-table.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { Dialog, FormDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { problemAt, TextField } from "../ui/text-field.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { type Lifetime, LifetimeSelect, secondsOf } from "./lifetime-select.tsx";

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
          <ActionTable columns={["Token", "Prefix", "Last used", "Expires"]}>
            {tokens.map(({ id, name, prefix, lastUsedAt, expiresAt }) => (
              <tr key={id}>
                <td className="clip" title={name}>
                  {name}
                </td>
                <td>
                  <code>{prefix}</code>
                </td>
                <td>{lastUsedAt === undefined ? "never" : <TimeAgo time={lastUsedAt} />}</td>
                <td>{expiresAt === undefined ? "never" : <TimeAgo time={expiresAt} />}</td>
                <td>
                  <ConfirmButton
                    label="Revoke"
                    title={`Revoke ${name}?`}
                    consequence="The identity provider can no longer change members. Members stay as they are."
                    action="Revoke"
                    run={() => api.call(revokeApiKey, { params: { organizationId, keyId: id } })}
                  />
                </td>
              </tr>
            ))}
          </ActionTable>
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
  const [name, setName] = useState("");
  const [lifetime, setLifetime] = useState<Lifetime>("1 year");
  const create = useChange(() =>
    api.call(createApiKey, {
      params: { organizationId },
      body: { name, scopes: [provisioningScope], expiresInSeconds: secondsOf(lifetime) },
    }),
  );
  if (create.data !== undefined)
    return (
      <Dialog
        title="SCIM token created"
        description="Copy both values to your identity provider. You won’t be able to see the token again."
        onClose={onClose}
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <Copyable text={addressOf(organizationId)} label="Copy address" />
        <Copyable text={create.data.token} label="Copy token" />
      </Dialog>
    );
  return (
    <FormDialog
      title="Create SCIM token"
      description="It only provisions members of this organization. Provisioning stops when it expires."
      action="Create"
      busy={create.isPending}
      error={create.error}
      fields={["name"]}
      onSubmit={() => create.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        value={name}
        onChange={setName}
        problem={problemAt(create.error, "name")}
        hint="The identity provider that uses it, such as Okta."
        required
      />
      <LifetimeSelect value={lifetime} onChange={setLifetime} />
    </FormDialog>
  );
}
