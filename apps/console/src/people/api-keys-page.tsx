import "./people.css";
import { listApiKeys } from "@plugboard/api/routes";
import type { Role } from "@plugboard/api";
import { KeyRound, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { useReadAllOnce } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { KeysTable } from "./keys-table.tsx";
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
          <KeysTable
            organizationId={organizationId}
            heading="Name"
            keys={items}
            consequence="Programs using this key lose access immediately. You can’t undo this."
            showsAccess
          />
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
  const [role, setRole] = useState<Role>("reader");
  return (
    <CreateKeyDialog
      organizationId={organizationId}
      title="Create key"
      hint="The program that uses it, such as a release pipeline."
      access={{ role }}
      lifetime="90 days"
      created={{
        title: "API key created",
        description: "Copy the key now. You won’t be able to see it again. Send it as a bearer token.",
      }}
      renderCreated={(token) => <Copyable text={token} label="Copy key" />}
      onClose={onClose}
    >
      <RoleSelect
        label="Role"
        showsLabel
        value={role}
        mayMakeOwners={ownRole === "owner"}
        onChange={setRole}
      />
    </CreateKeyDialog>
  );
}
