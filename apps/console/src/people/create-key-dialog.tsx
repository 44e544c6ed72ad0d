import type { ApiKeyCreation } from "@plugboard/api/client";
import { createApiKey } from "@plugboard/api/routes";
import { type ReactNode, useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, FormDialog } from "../ui/dialog.tsx";
import { problemAt, TextField } from "../ui/text-field.tsx";
import { type Lifetime, LifetimeSelect, secondsOf } from "./lifetime-select.tsx";

interface CreateKeyDialogProps {
  readonly organizationId: string;
  readonly title: string;
  readonly description?: string;
  /** Explains the name. */
  readonly hint: string;
  readonly access: Pick<ApiKeyCreation, "role" | "scopes">;
  readonly lifetime: Lifetime;
  /** The title and text of the dialog that shows the key. */
  readonly created: { readonly title: string; readonly description: string };
  readonly renderCreated: (token: string) => ReactNode;
  readonly onClose: () => void;
  /** Fields between the name and the lifetime. */
  readonly children?: ReactNode;
}

/** Creates an API key, and shows its token once. */
export function CreateKeyDialog({
  organizationId,
  title,
  description,
  hint,
  access,
  lifetime: initial,
  created,
  renderCreated,
  onClose,
  children,
}: CreateKeyDialogProps) {
  const [name, setName] = useState("");
  const [lifetime, setLifetime] = useState(initial);
  const create = useChange(() =>
    api.call(createApiKey, {
      params: { organizationId },
      body: { name, ...access, expiresInSeconds: secondsOf(lifetime) },
    }),
  );
  if (create.data !== undefined)
    return (
      <Dialog {...created} onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
        {renderCreated(create.data.token)}
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      description={description}
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
        hint={hint}
        required
      />
      {children}
      <LifetimeSelect value={lifetime} onChange={setLifetime} />
    </FormDialog>
  );
}
