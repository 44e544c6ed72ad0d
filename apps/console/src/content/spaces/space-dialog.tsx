import "../../ui/choices.css";
import type { SpaceResource, SpaceVisibility } from "@plugboard/content/types";
import { createSpace, updateSpace } from "@plugboard/content/routes";
import { useId, useState } from "react";
import { api } from "../../data/platform-api.ts";
import { useChange } from "../../data/queries.ts";
import { useSignedIn } from "../../people/use-person.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { problemAt } from "../../ui/text-field.tsx";
import { TitleField } from "../common/name-fields.tsx";

const visibilities: readonly {
  readonly value: SpaceVisibility;
  readonly title: string;
  readonly hint: string;
}[] = [
  { value: "private", title: "Private", hint: "Only members of this organization. Its sites are offline." },
  { value: "unlisted", title: "Unlisted", hint: "Anyone with the link." },
  { value: "public", title: "Public", hint: "Anyone, including search engines." },
];

interface SpaceDialogProps {
  readonly organization: string;
  /** The space to edit. Defaults to a new one. */
  readonly space?: SpaceResource | undefined;
  readonly onClose: () => void;
}

/** Creates a space, or edits its title and visibility. */
export function SpaceDialog({ organization, space, onClose }: SpaceDialogProps) {
  const [title, setTitle] = useState(space?.title ?? "");
  const [visibility, setVisibility] = useState(space?.visibility ?? "private");
  const [requiresApproval, setRequiresApproval] = useState(space?.requiresApproval === true);
  const isRuleChanged = requiresApproval !== (space?.requiresApproval === true);
  const { isManager } = useSignedIn();
  const group = useId();
  const save = useChange(
    async () => {
      const chosen = visibilities.find(({ value }) => value === visibility)?.value;
      if (space === undefined)
        return await api.call(createSpace, { body: { organization, title, visibility: chosen } });
      const rule = isRuleChanged ? requiresApproval : undefined;
      return await api.call(updateSpace, {
        params: { spaceId: space.id },
        body: { title, visibility: chosen, requiresApproval: rule },
      });
    },
    () => {
      onClose();
      showToast({ title: space === undefined ? `Created space ${title}` : "Saved" });
    },
  );
  return (
    <FormDialog
      title={space === undefined ? "New space" : `Edit ${space.title}`}
      action={space === undefined ? "Create" : "Save"}
      busy={save.isPending}
      error={save.error}
      fields={["title"]}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <TitleField value={title} onChange={setTitle} problem={problemAt(save.error, "title")} />
      <fieldset className="choices">
        <legend>Visibility</legend>
        {visibilities.map(({ value, title: name, hint }) => (
          <label key={value} className="choice-line">
            <input
              type="radio"
              name={group}
              checked={visibility === value}
              onChange={() => setVisibility(value)}
            />
            <span>
              {name} <span className="hint">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {space !== undefined && isManager && (
        <label className="choice-line">
          <input
            type="checkbox"
            checked={requiresApproval}
            onChange={({ target }) => setRequiresApproval(target.checked)}
          />
          <span>
            Require an approval{" "}
            <span className="hint">
              Texts are published only from shared drafts that another person has approved. Editors, API keys,
              integrations and Git can’t change pages otherwise.
            </span>
          </span>
        </label>
      )}
    </FormDialog>
  );
}
