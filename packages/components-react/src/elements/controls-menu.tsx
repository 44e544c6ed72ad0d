import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { UiAction } from "@plugboard/api";
import type { Confirm, Control } from "@plugboard/components";
import { isRecord } from "../tree/is-record.ts";
import { isAction, readConfirm } from "../tree/read-attribute.ts";
import { Icon } from "../view/icon.tsx";
import { useView } from "../view/view-context.ts";

interface ControlsMenuProps {
  readonly controls: readonly unknown[];
  /** Path of the block. */
  readonly path: string;
}

interface ReadControl extends Pick<Control, "label"> {
  readonly onPress: UiAction;
  readonly icon: string | undefined;
  readonly confirm: Confirm | undefined;
  readonly path: string;
}

/** The menu of a block. Arrow keys, Home and End move in it; Escape closes it and gives the focus back. */
export function ControlsMenu({ controls, path }: ControlsMenuProps): ReactNode {
  const { session, snapshot, ask } = useView();
  const menuId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (open) focusItem(menu.current, 0);
  }, [open]);

  const items = controls.flatMap((control, index) => readControl(control, `${path}.controls[${index}]`));
  const busy = items.some((item) => snapshot.requests.some(({ source }) => source === item.path));
  const close = (): void => {
    setOpen(false);
    toggle.current?.focus();
  };
  const choose = ({ path, onPress, confirm }: ReadControl): void => {
    close();
    ask(confirm, () => session.press(path, onPress));
  };
  return (
    <div
      className="plugboard-controls"
      role="presentation"
      onKeyDown={(event) => moveFocus(event, menu.current, close)}
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
      {open && (
        <div
          ref={menu}
          id={menuId}
          className="plugboard-popup plugboard-menu"
          role="menu"
          aria-label="Options"
        >
          {items.map((item) => (
            <button key={item.path} type="button" role="menuitem" tabIndex={-1} onClick={() => choose(item)}>
              {item.icon !== undefined && <Icon name={item.icon} />}
              <span>{item.label}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function readControl(control: unknown, path: string): readonly ReadControl[] {
  if (!isRecord(control)) return [];
  const { label, onPress, icon, confirm } = control;
  if (typeof label !== "string" || !isAction(onPress)) return [];
  return [
    {
      label,
      onPress,
      icon: typeof icon === "string" ? icon : undefined,
      confirm: readConfirm(confirm),
      path,
    },
  ];
}

const steps: ReadonlyMap<string, (index: number, count: number) => number> = new Map([
  ["ArrowDown", (index: number, count: number) => (index + 1) % count],
  ["ArrowUp", (index: number, count: number) => (index - 1 + count) % count],
  ["Home", () => 0],
  ["End", (_index: number, count: number) => count - 1],
]);

function moveFocus(event: KeyboardEvent, menu: HTMLElement | null, close: () => void): void {
  if (menu === null) return;
  if (event.key === "Escape") {
    event.preventDefault();
    close();
    return;
  }
  const step = steps.get(event.key);
  if (step === undefined) return;
  event.preventDefault();
  const items = [...menu.querySelectorAll("[role=menuitem]")];
  const index = items.indexOf(document.activeElement ?? menu);
  focusItem(menu, step(index, items.length));
}

function focusItem(menu: HTMLElement | null, index: number): void {
  menu?.querySelectorAll<HTMLElement>("[role=menuitem]")[index]?.focus();
}
