import "./people.css";
import { createApiKey, listApiKeys, revokeApiKey } from "@plugboard/api/routes";
import type { Role } from "@plugboard/api";
import { KeyRound, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAllOnce } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { ConfirmDialog, Dialog, FormDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { Field } from "./entry-form.tsx";
import { RoleSelect } from "./role-select.tsx";
import { useSignedIn } from "./use-person.ts";

/** Keys with which programs call the API for the organization. */
export function ApiKeysPage(): ReactNode {
  const { current } = useOrganizations();
  if (current === undefined) return null;
  return <KeysOf key={current.id} organizationId={current.id} />;
}

function KeysOf({ organizationId }: { readonly organizationId: string }) {
  const keys = useReadAllOnce(listApiKeys, { params: { organizationId } });
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<{ readonly id: string; readonly name: string }>();
  const revoke = useChange(
    (keyId: string) => api.call(revokeApiKey, { params: { organizationId, keyId } }),
    () => setRevoking(undefined),
  );
  const create = (
    <Button icon={Plus} look="primary" onClick={() => setCreating(true)}>
      Create a key
    </Button>
  );
  const items = keys.data ?? [];
  return (
    <Page
      title="API keys"
      description="For programs that call the API without a person."
      actions={items.length > 0 && create}
    >
      <ErrorMessage error={keys.error} onRetry={() => void keys.refetch()} />
      {keys.isPending && <Skeleton />}
      {keys.isSuccess && items.length === 0 && (
        <EmptyState icon={KeyRound} title="No keys yet" action={create}>
          A key belongs to the organization and has a role of its own. It goes on when whoever made it leaves.
        </EmptyState>
      )}
      {items.length > 0 && (
        <section className="panel" aria-label="Keys">
          <div className="scroll">
            <table>
              <thead>
                <tr>
                  <th>Name</th>
                  <th>Begins with</th>
                  <th>May</th>
                  <th>Last used</th>
                  <th>Expires</th>
                  <th>
                    <span className="visually-hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ id, name, prefix, role, scopes = [], lastUsedAt, expiresAt }) => (
                  <tr key={id}>
                    <td className="clip">{name}</td>
                    <td>
                      <code>{prefix}</code>
                    </td>
                    <td>{role ?? scopes.join(", ")}</td>
                    <td>{lastUsedAt === undefined ? "never" : <TimeAgo time={lastUsedAt} />}</td>
                    <td>{expiresAt === undefined ? "never" : <TimeAgo time={expiresAt} />}</td>
                    <td>
                      <Button onClick={() => setRevoking({ id, name })}>Revoke</Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      {creating && <CreateDialog organizationId={organizationId} onClose={() => setCreating(false)} />}
      {revoking !== undefined && (
        <ConfirmDialog
          title={`Revoke ${revoking.name}?`}
          consequence="Programs that use it are refused at once. It cannot be brought back."
          action="Revoke"
          busy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(revoking.id)}
          onCancel={() => setRevoking(undefined)}
        />
      )}
    </Page>
  );
}

const daySeconds = 24 * 3600;
const lifetimes = [
  ["30 days", 30],
  ["90 days", 90],
  ["1 year", 365],
  ["never", undefined],
] as const;

function CreateDialog({
  organizationId,
  onClose,
}: {
  readonly organizationId: string;
  readonly onClose: () => void;
}) {
  const { role: ownRole } = useSignedIn();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("reader");
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number][0]>("90 days");
  const days = lifetimes.find(([title]) => title === lifetime)?.[1];
  const create = useChange(() =>
    api.call(createApiKey, {
      params: { organizationId },
      body: { name, role, expiresInSeconds: days === undefined ? undefined : days * daySeconds },
    }),
  );
  if (create.data !== undefined) {
    return (
      <Dialog
        title="The key"
        description="Keep it now: it is shown only here. Send it as a bearer token."
        onClose={onClose}
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <Copyable text={create.data.token} label="Copy the key" />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Create a key"
      action="Create"
      busy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate(undefined)}
      onClose={onClose}
    >
      <Field
        label="Name"
        autoComplete="off"
        value={name}
        onChange={setName}
        hint="What uses it, such as a release pipeline."
      />
      <RoleSelect
        label="Role"
        showsLabel
        value={role}
        mayMakeOwners={ownRole === "owner"}
        onChange={setRole}
      />
      <label>
        Expires
        <select
          value={lifetime}
          onChange={({ target }) =>
            setLifetime(lifetimes.find(([title]) => title === target.value)?.[0] ?? lifetime)
          }
        >
          {lifetimes.map(([title]) => (
            <option key={title}>{title}</option>
          ))}
        </select>
      </label>
    </FormDialog>
  );
}
