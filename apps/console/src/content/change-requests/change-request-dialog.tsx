import type { ChangeRequest } from "@plugboard/content/types";
import { createChangeRequest, updateChangeRequest } from "@plugboard/content/routes";
import { contentLimits } from "@plugboard/content/limits";
import { type ReactNode, useState } from "react";
import { api } from "../../data/platform-api.ts";
import { useChange } from "../../data/queries.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { LabeledField } from "../../ui/labeled-field.tsx";
import { problemAt } from "../../ui/text-field.tsx";
import { TitleField } from "../common/name-fields.tsx";

interface ChangeRequestDialogProps {
  readonly spaceId: string;
  /** The change request to edit. Defaults to a new one. */
  readonly changeRequest?: ChangeRequest | undefined;
  readonly onSaved?: (saved: ChangeRequest) => void;
  readonly onClose: () => void;
}

/** Creates a change request, or edits its title and description. */
export function ChangeRequestDialog({
  spaceId,
  changeRequest,
  onSaved,
  onClose,
}: ChangeRequestDialogProps): ReactNode {
  const [title, setTitle] = useState(changeRequest?.title ?? "");
  const [description, setDescription] = useState(changeRequest?.description ?? "");
  const save = useChange(
    async () => {
      const body = { title, description };
      if (changeRequest === undefined)
        return await api.call(createChangeRequest, { params: { spaceId }, body });
      const params = { spaceId, changeRequestId: changeRequest.id };
      return await api.call(updateChangeRequest, { params, body });
    },
    (saved) => {
      onClose();
      onSaved?.(saved);
    },
  );
  return (
    <FormDialog
      title={changeRequest === undefined ? "New change request" : `Edit ${changeRequest.title}`}
      action={changeRequest === undefined ? "Create" : "Save"}
      busy={save.isPending}
      error={save.error}
      fields={["title"]}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <TitleField value={title} onChange={setTitle} problem={problemAt(save.error, "title")} />
      <LabeledField label="Description" hint="Optional. Tells reviewers what changes and why.">
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={3}
            maxLength={contentLimits.descriptionLength}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </LabeledField>
    </FormDialog>
  );
}
