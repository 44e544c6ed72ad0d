import { addChangeRequestPage, createChangeRequest, listChangeRequests } from "@plugboard/content/routes";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api } from "../../data/platform-api.ts";
import { useChange, useReadAll } from "../../data/queries.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { LabeledField } from "../../ui/labeled-field.tsx";
import { problemAt } from "../../ui/text-field.tsx";
import { TitleField } from "../common/name-fields.tsx";

interface AddToChangeRequestProps {
  readonly page: { readonly spaceId: string; readonly pageId: string; readonly title: string };
  /** Whether the page has a shared draft of its own, which is moved. */
  readonly isShared: boolean;
  readonly onClose: () => void;
}

/** Edits a page in a change request, with the text of its shared draft. */
export function AddToChangeRequest({
  page: { spaceId, pageId, title: pageTitle },
  isShared,
  onClose,
}: AddToChangeRequestProps): ReactNode {
  const navigate = useNavigate();
  const open = useReadAll(listChangeRequests, { params: { spaceId }, query: { status: "open" } });
  const [chosen, setChosen] = useState("");
  const [title, setTitle] = useState("");
  const add = useChange(
    async () => {
      const created =
        chosen === ""
          ? await api.call(createChangeRequest, { params: { spaceId }, body: { title } })
          : undefined;
      const changeRequestId = created?.id ?? chosen;
      if (created !== undefined) setChosen(created.id);
      if (isShared)
        await api.call(addChangeRequestPage, { params: { spaceId, changeRequestId }, body: { pageId } });
      return changeRequestId;
    },
    (changeRequestId) => {
      onClose();
      void navigate({
        to: "/content/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId",
        params: { spaceId, changeRequestId, pageId },
      });
    },
  );
  return (
    <FormDialog
      title={`Edit ${pageTitle} in a change request`}
      description={
        isShared
          ? "Moves the page’s shared draft into the change request, where it’s reviewed and published with other pages."
          : "The page gets a draft in the change request, where it’s reviewed and published with other pages. Your private draft stays as it is; choose Edit together first to take it along."
      }
      action="Continue"
      busy={add.isPending}
      error={add.error ?? open.error}
      fields={["title"]}
      onSubmit={() => add.mutate(undefined)}
      onClose={onClose}
    >
      <LabeledField label="Change request">
        {(control) => (
          <select {...control} value={chosen} onChange={({ target }) => setChosen(target.value)}>
            <option value="">New change request</option>
            {open.data?.map(({ id, title: name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
      {chosen === "" && (
        <TitleField value={title} onChange={setTitle} problem={problemAt(add.error, "title")} />
      )}
    </FormDialog>
  );
}
