import { Menu } from "@base-ui/react/menu";
import { Ellipsis, type LucideIcon } from "lucide-react";

/** A menu item. */
export interface MenuAction {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  /** The keyboard shortcut, as displayed: `Alt ↑`. */
  readonly keys?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export interface ActionMenuProps {
  /** The accessible name: “Actions for page Welcome”. */
  readonly label: string;
  /** Menu items in groups, separated by lines. */
  readonly groups: readonly (readonly MenuAction[])[];
  readonly small?: boolean | undefined;
  /** -1 to leave it out of the tab order. */
  readonly tabIndex?: number | undefined;
}

/** A button with three dots that opens a menu. */
export function ActionMenu({ label, groups, small, tabIndex }: ActionMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger
        className="button"
        data-icon-only
        data-variant="quiet"
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
