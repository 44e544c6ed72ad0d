import { Menu } from "@base-ui/react/menu";
import { Bookmark, Trash2 } from "lucide-react";
import { useState } from "react";
import { FormDialog } from "../ui/dialog.tsx";
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
  // Another tab may have changed them since they were read here.
  const without = (name: string) => readViews().filter((view) => view.name !== name);
  const keep = (next: readonly SavedView[]): void => {
    window.localStorage.setItem(storageKey, JSON.stringify(next));
    setViews(next);
  };
  const save = (view: SavedView): void => keep([...without(view.name), view]);
  const remove = (view: SavedView): void => {
    keep(without(view.name));
    showToast({ title: `Removed the view ${view.name}`, onUndo: () => save(view) });
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
        <NameView
          onName={(name) => {
            save({ name, search });
            setNaming(false);
            showToast({ title: `Saved the view ${name}` });
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

interface NameViewProps {
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameView({ onName, onClose }: NameViewProps) {
  const [name, setName] = useState("");
  return (
    <FormDialog
      title="Save this view"
      description="It is kept in this browser."
      action="Save"
      busy={false}
      error={null}
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
