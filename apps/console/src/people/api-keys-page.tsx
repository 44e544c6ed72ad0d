import "./people.css";
import { createApiKey, listApiKeys, revokeApiKey } from "@plugboard/api/routes";
import type { Role } from "@plugboard/api";
import { KeyRound, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConfirmButton } from "../changes/confirm-button.tsx";
import { useOrganizations } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAllOnce } from "../data/queries.ts";
import { ActionTable } from "../ui/action-table.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { Dialog, FormDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { problemAt, TextField } from "../ui/text-field.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { type Lifetime, LifetimeSelect, secondsOf } from "./lifetime-select.tsx";
import { RoleSelect } from "./role-select.tsx";
import { useSignedIn } from "./use-person.ts";

/** Lists the API keys of the organization. */
export function ApiKeysPage(): ReactNode {
  const { current } = useOrganizations();
  if (current === undefined) return null;
  return <KeysOf key={current.id} organizationId={current.id} />;
}

function KeysOf({ organizationId }: { readonly organizationId: string }) {
  const keys = useReadAllOnce(listApiKeys, { params: { organizationId } });
  const [creating, setCreating] = useState(false);
  const create = (
    <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  const items = keys.data ?? [];
  return (
    <Page
      title="API keys"
      description="Give programs access to the API."
      actions={items.length > 0 && create}
    >
      <ErrorMessage error={keys.error} onRetry={() => void keys.refetch()} />
      {keys.isPending && <Skeleton />}
      {keys.isSuccess && items.length === 0 && (
        <EmptyState icon={KeyRound} title="No API keys yet" action={create}>
          A key belongs to the organization and has its own role. It keeps working if its creator leaves.
        </EmptyState>
      )}
      {items.length > 0 && (
        <section className="panel" aria-label="Keys">
          <ActionTable columns={["Name", "Prefix", "Role", "Last used", "Expires"]}>
            {items.map(({ id, name, prefix, role, scopes = [], lastUsedAt, expiresAt }) => (
              <tr key={id}>
                <td className="clip" title={name}>
                  {name}
                </td>
                <td>
                  <code>{prefix}</code>
                </td>
                <td>{role ?? scopes.join(", ")}</td>
                <td>{lastUsedAt === undefined ? "never" : <TimeAgo time={lastUsedAt} />}</td>
                <td>{expiresAt === undefined ? "never" : <TimeAgo time={expiresAt} />}</td>
                <td>
                  <ConfirmButton
                    label="Revoke"
                    title={`Revoke ${name}?`}
                    consequence="Programs using this key lose access immediately. You can’t undo this."
                    action="Revoke"
                    run={() => api.call(revokeApiKey, { params: { organizationId, keyId: id } })}
                  />
                </td>
              </tr>
            ))}
          </ActionTable>
        </section>
      )}
      {creating && <CreateDialog organizationId={organizationId} onClose={() => setCreating(false)} />}
    </Page>
  );
}

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
  const [lifetime, setLifetime] = useState<Lifetime>("90 days");
  const create = useChange(() =>
    api.call(createApiKey, {
      params: { organizationId },
      body: { name, role, expiresInSeconds: secondsOf(lifetime) },
    }),
  );
  if (create.data !== undefined) {
    return (
      <Dialog
        title="API key created"
        description="Copy the key now. You won’t be able to see it again. Send it as a bearer token."
        onClose={onClose}
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <Copyable text={create.data.token} label="Copy key" />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Create key"
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
        hint="The program that uses it, such as a release pipeline."
        required
      />
      <RoleSelect
        label="Role"
        showsLabel
        value={role}
        mayMakeOwners={ownRole === "owner"}
        onChange={setRole}
      />
      <LifetimeSelect value={lifetime} onChange={setLifetime} />
    </FormDialog>
  );
}
