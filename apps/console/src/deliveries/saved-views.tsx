import { Menu } from "@base-ui/react/menu";
import type { DeliveryView, DeliveryViewCreation } from "@plugboard/api/client";
import { listDeliveryViews, removeDeliveryView, saveDeliveryView } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { Bookmark, Link as LinkIcon, Trash2 } from "lucide-react";
import { useState } from "react";
import { useOrganizationId } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { usePortalSession } from "../data/portal-session.ts";
import { useChange } from "../data/queries.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { showToast } from "../ui/show-toast.ts";
import { type DeliveriesSearch, readDeliveriesSearch } from "./deliveries-search.ts";

const builtIn: readonly DeliveryViewCreation[] = [
  { name: "All", search: {} },
  { name: "Failed", search: { status: "failed" } },
  { name: "Waiting for a retry", search: { status: "scheduled" } },
];

interface SavedViewsProps {
  readonly search: DeliveriesSearch;
  readonly onChoose: (search: DeliveriesSearch) => void;
}

/** Filters under a name, kept on the server for whoever saved them; anybody else is sent their address. */
export function SavedViews({ search, onChoose }: SavedViewsProps) {
  const organizationId = useOrganizationId() ?? "";
  const params = { organizationId };
  // Nobody in particular looks at the portal, who could have views of their own.
  const isPortal = usePortalSession() !== undefined;
  const saved = useQuery({
    queryKey: [listDeliveryViews.id, organizationId],
    queryFn: () => api.call(listDeliveryViews, { params }),
    enabled: !isPortal && organizationId !== "",
  });
  const views = saved.data?.items ?? [];
  const [naming, setNaming] = useState(false);
  const save = useChange(
    (body: DeliveryViewCreation) => api.call(saveDeliveryView, { params, body }),
    ({ name }) => {
      setNaming(false);
      showToast({ title: `Saved the view ${name}` });
    },
  );
  const remove = useChange(
    async (view: DeliveryView) => {
      await api.call(removeDeliveryView, { params: { ...params, viewId: view.id } });
      return view;
    },
    ({ name, search: filters }) =>
      showToast({ title: `Removed the view ${name}`, onUndo: () => save.mutate({ name, search: filters }) }),
  );
  const copyLink = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href);
    showToast({ title: "Copied the link to this view" });
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
                    Save this view…
                  </Menu.Item>
                  <Menu.Item className="plugboard-menu-item" onClick={() => void copyLink()}>
                    <LinkIcon aria-hidden size={14} />
                    Copy the link to this view
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

/** What of an address a view is: which deliveries are listed, and not which one is open. */
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
      title="Save this view"
      description="It is kept for you, wherever you sign in. One of the same name is replaced."
      action="Save"
      busy={busy}
      error={error}
      onSubmit={() => onName(name.trim())}
      onClose={onClose}
    >
      <label>
        Name
        <input
          value={name}
          onChange={(event) => setName(event.target.value)}
          required
          pattern=".*\S.*"
          title="A name that is not blank"
          maxLength={60}
        />
      </label>
    </FormDialog>
  );
}
