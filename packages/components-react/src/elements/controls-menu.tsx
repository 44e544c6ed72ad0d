import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../icons/icon.tsx";
import { useView } from "../view/view-context.tsx";
import { focusFirstItem, moveMenuFocus } from "./menu-focus.ts";
import type { MenuEntry } from "./read-controls.ts";

/** The menu of a block. Arrow keys, Home and End move in it; Escape closes it and gives the focus back. */
export function ControlsMenu({ entries }: { readonly entries: readonly MenuEntry[] }): ReactNode {
  const { session, snapshot, ask } = useView();
  const menuId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const busy = entries.some(({ path }) => snapshot.requests.some(({ source }) => source === path));
  const close = (): void => {
    setOpen(false);
    toggle.current?.focus();
  };
  const choose = ({ path, onPress, confirm }: MenuEntry): void => {
    close();
    ask(confirm, () => session.press(path, onPress));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!open) return;
    if (event.key === "Escape") close();
    else if (!moveMenuFocus(event.currentTarget, event.key)) return;
    event.preventDefault();
  };
  return (
    <div
      className="plugboard-controls"
      role="presentation"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={toggle}
        type="button"
        className="plugboard-icon-button"
        aria-label="Options"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        aria-busy={busy}
        onClick={() => setOpen(!open)}
      >
        {busy ? <span className="plugboard-spinner" /> : <Icon name="more" />}
      </button>
      {open && <MenuItems {...{ menuId, entries, choose }} />}
    </div>
  );
}

interface MenuItemsProps {
  readonly menuId: string;
  readonly entries: readonly MenuEntry[];
  readonly choose: (entry: MenuEntry) => void;
}

function MenuItems({ menuId, entries, choose }: MenuItemsProps): ReactNode {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => focusFirstItem(menu.current), []);
  return (
    <div ref={menu} id={menuId} className="plugboard-popup plugboard-menu" role="menu" aria-label="Options">
      {entries.map((entry) => (
        <button key={entry.path} type="button" role="menuitem" tabIndex={-1} onClick={() => choose(entry)}>
          {entry.icon !== undefined && <Icon name={entry.icon} />}
          <span>{entry.label}</span>
        </button>
      ))}
    </div>
  );
}
