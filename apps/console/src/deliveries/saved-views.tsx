import { Menu } from "@base-ui/react/menu";
import type { DeliveryView, DeliveryViewCreation } from "@plugboard/api/client";
import { listDeliveryViews, removeDeliveryView, saveDeliveryView } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { Bookmark, Link as LinkIcon, Trash2 } from "lucide-react";
import { useState } from "react";
import { useOrganizationId } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { usePortalSession } from "../data/portal-session.ts";
import { allOf, useChange } from "../data/queries.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { showToast } from "../ui/show-toast.ts";
import { problemAt, TextField } from "../ui/text-field.tsx";
import { type DeliveriesSearch, readDeliveriesSearch } from "./deliveries-search.ts";

const builtIn: readonly DeliveryViewCreation[] = [
  { name: "All", search: {} },
  { name: "Failed", search: { status: "failed" } },
  { name: "Waiting for retry", search: { status: "scheduled" } },
];

interface SavedViewsProps {
  readonly search: DeliveriesSearch;
  readonly onChoose: (search: DeliveriesSearch) => void;
}

/** Named filters, stored on the server per user. They can be shared as links. */
export function SavedViews({ search, onChoose }: SavedViewsProps) {
  const organizationId = useOrganizationId() ?? "";
  const params = { organizationId };
  // Portal users have no account to save views for.
  const isPortal = usePortalSession() !== undefined;
  const saved = useQuery({
    ...allOf(listDeliveryViews, { params }),
    enabled: !isPortal && organizationId !== "",
  });
  const views = saved.data ?? [];
  const [naming, setNaming] = useState(false);
  const save = useChange(
    (body: DeliveryViewCreation) => api.call(saveDeliveryView, { params, body }),
    ({ name }) => {
      setNaming(false);
      showToast({ title: `Saved view ${name}` });
    },
  );
  const remove = useChange(
    async (view: DeliveryView) => {
      await api.call(removeDeliveryView, { params: { ...params, viewId: view.id } });
      return view;
    },
    ({ name, search: filters }) =>
      showToast({ title: `Deleted view ${name}`, onUndo: () => save.mutate({ name, search: filters }) }),
  );
  const copyLink = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href);
    showToast({ title: "Link copied" });
  };
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className="button">
          <Bookmark aria-hidden size={15} />
          Views
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={6} align="end" className="popup-positioner">
            <Menu.Popup className="plugboard-popup plugboard-menu">
              {[...builtIn, ...views].map((view) => (
                <Menu.Item
                  key={view.name}
                  className="plugboard-menu-item"
                  onClick={() => onChoose(readDeliveriesSearch(view.search))}
                >
                  {view.name}
                </Menu.Item>
              ))}
              {!isPortal && (
                <>
                  <Menu.Separator className="menu-separator" />
                  <Menu.Item className="plugboard-menu-item" onClick={() => setNaming(true)}>
                    Save view…
                  </Menu.Item>
                  <Menu.Item className="plugboard-menu-item" onClick={() => void copyLink()}>
                    <LinkIcon aria-hidden size={14} />
                    Copy link to view
                  </Menu.Item>
                </>
              )}
              {views.map((view) => (
                <Menu.Item key={view.id} className="plugboard-menu-item" onClick={() => remove.mutate(view)}>
                  <Trash2 aria-hidden size={14} />
                  Remove {view.name}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {naming && (
        <NameView
          busy={save.isPending}
          error={save.error}
          onName={(name) => save.mutate({ name, search: toParameters(search) })}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

/** Returns the parameters a view stores: the filters, but not the open delivery. */
function toParameters({ delivery: _opened, ...filters }: DeliveriesSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

interface NameViewProps {
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameView({ busy, error, onName, onClose }: NameViewProps) {
  const [name, setName] = useState("");
  return (
    <FormDialog
      title="Save view"
      description="Only you can see it, on any device. Replaces a view with the same name."
      action="Save"
      busy={busy}
      error={error}
      fields={["name"]}
      onSubmit={() => onName(name.trim())}
      onClose={onClose}
    >
      <TextField label="Name" problem={problemAt(error, "name")} value={name} onChange={setName} />
    </FormDialog>
  );
}
