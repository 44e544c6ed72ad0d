import { Menu } from "@base-ui/react/menu";
import { Bookmark, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { readField } from "../ui/read-field.ts";
import { showToast } from "../ui/show-toast.ts";
import { type DeliveriesSearch, readDeliveriesSearch } from "./deliveries-search.ts";

interface SavedView {
  readonly name: string;
  readonly search: DeliveriesSearch;
}

const storageKey = "plugboard-delivery-views";
const builtIn: readonly SavedView[] = [
  { name: "All", search: {} },
  { name: "Failed", search: { status: "failed" } },
  { name: "Waiting for a retry", search: { status: "scheduled" } },
];

interface SavedViewsProps {
  readonly search: DeliveriesSearch;
  readonly onChoose: (search: DeliveriesSearch) => void;
}

/** Filters under a name, kept in this browser. */
export function SavedViews({ search, onChoose }: SavedViewsProps) {
  const [views, setViews] = useState(readViews);
  const [naming, setNaming] = useState(false);
  const keep = (next: readonly SavedView[]): void => {
    window.localStorage.setItem(storageKey, JSON.stringify(next));
    setViews(next);
  };
  const remove = (view: SavedView): void => {
    keep(views.filter((one) => one !== view));
    showToast({ title: `Removed the view ${view.name}`, onUndo: () => keep([...readViews(), view]) });
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
                  onClick={() => onChoose(view.search)}
                >
                  {view.name}
                </Menu.Item>
              ))}
              <Menu.Separator className="menu-separator" />
              <Menu.Item className="plugboard-menu-item" onClick={() => setNaming(true)}>
                Save this view…
              </Menu.Item>
              {views.map((view) => (
                <Menu.Item key={view.name} className="plugboard-menu-item" onClick={() => remove(view)}>
                  <Trash2 aria-hidden size={14} />
                  Remove {view.name}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {naming && (
        <Dialog
          title="Save this view"
          description="It is kept in this browser."
          onClose={() => setNaming(false)}
        >
          <form
            className="row"
            onSubmit={(event) => {
              event.preventDefault();
              const name = readField(event.currentTarget, "name");
              keep([...views.filter((view) => view.name !== name), { name, search }]);
              setNaming(false);
              showToast({ title: `Saved the view ${name}` });
            }}
          >
            <input name="name" aria-label="Name" placeholder="Name" required maxLength={60} />
            <Button type="submit" look="primary">
              Save
            </Button>
          </form>
        </Dialog>
      )}
    </>
  );
}

function readViews(): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.map((view: Readonly<Record<string, unknown>>) => ({
      name: String(view["name"]),
      search: readDeliveriesSearch(Object(view["search"])),
    }));
  } catch {
    return [];
  }
}
