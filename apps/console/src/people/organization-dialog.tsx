import type { OrganizationResource } from "@plugboard/api/client";
import { createOrganization, updateOrganization } from "@plugboard/api/routes";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange } from "../data/queries.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { problemAt, TextField } from "../ui/text-field.tsx";

interface OrganizationDialogProps {
  /** The organization to rename. Defaults to a new one. */
  readonly organization?: OrganizationResource | undefined;
  readonly onDone: (organization: OrganizationResource) => void;
  readonly onClose: () => void;
}

/** Creates an organization, or changes its name and subdomain. */
export function OrganizationDialog({ organization, onDone, onClose }: OrganizationDialogProps) {
  const [title, setTitle] = useState(organization?.title ?? "");
  const [typed, setSubdomain] = useState(organization?.subdomain);
  const subdomain = typed ?? toSubdomain(title);
  const save = useChange(() => {
    const body = { title, subdomain };
    return organization === undefined
      ? api.call(createOrganization, { body })
      : api.call(updateOrganization, { params: { organizationId: organization.id }, body });
  }, onDone);
  return (
    <FormDialog
      title={organization === undefined ? "New organization" : `Rename ${organization.title}`}
      action={organization === undefined ? "Create" : "Save"}
      busy={save.isPending}
      error={save.error}
      fields={["title", "subdomain"]}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        value={title}
        onChange={setTitle}
        problem={problemAt(save.error, "title")}
        required
      />
      <TextField
        label="Subdomain"
        autoComplete="off"
        value={subdomain}
        onChange={setSubdomain}
        problem={problemAt(save.error, "subdomain")}
        hint="Part of its addresses. Lowercase letters, digits and hyphens."
        required
      />
    </FormDialog>
  );
}

const maxSubdomainLength = 63;

/** Returns a subdomain made from a name. */
function toSubdomain(title: string): string {
  return title
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[^a-z0-9\s-]/g, "")
    .trim()
    .replaceAll(/[\s-]+/g, "-")
    .slice(0, maxSubdomainLength)
    .replaceAll(/^-|-$/g, "");
}
