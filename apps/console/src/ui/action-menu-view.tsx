import { Menu } from "@base-ui/react/menu";
import { Ellipsis, type LucideIcon } from "lucide-react";

/** Something that a menu does. */
export interface MenuAction {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  /** The keys that do it without the menu, as they are shown: `Alt ↑`. */
  readonly keys?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export interface ActionMenuProps {
  /** What it acts on: “Actions of the page Welcome”. */
  readonly label: string;
  /** In groups, with a line between them. */
  readonly groups: readonly (readonly MenuAction[])[];
  readonly small?: boolean | undefined;
  /** -1 where the Tab key passes by. */
  readonly tabIndex?: number | undefined;
}

/** A button with three dots, and the actions behind it. */
export function ActionMenu({ label, groups, small, tabIndex }: ActionMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger
        className="button"
        data-icon-only
        data-look="quiet"
        data-small={small}
        tabIndex={tabIndex}
        aria-label={label}
        title={label}
      >
        <Ellipsis aria-hidden size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="popup-positioner">
          <Menu.Popup className="plugboard-popup plugboard-menu">
            {groups.map((actions, index) => (
              <Menu.Group key={actions[0]?.title}>
                {index > 0 && <Menu.Separator className="menu-separator" />}
                {actions.map(({ title, icon: Icon, run, keys, disabled }) => (
                  <Menu.Item
                    key={title}
                    className="plugboard-menu-item"
                    disabled={disabled ?? false}
                    onClick={run}
                  >
                    <Icon aria-hidden size={15} />
                    <span className="plugboard-option-label">{title}</span>
                    {keys !== undefined && <kbd className="menu-keys">{keys}</kbd>}
                  </Menu.Item>
                ))}
              </Menu.Group>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
