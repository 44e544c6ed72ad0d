import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import type { UiAction } from "@plugboard/api";
import type { Confirm } from "@plugboard/components";
import { isAction, isJsonObject } from "@plugboard/components/session";
import { Icon } from "../icons/icon.tsx";
import { ElementChildren, type ElementProps } from "../view/element-view.tsx";
import { usePopupLayer } from "../view/popup-layer.tsx";
import { readConfirm } from "../view/read-attribute.ts";
import { useView } from "../view/view-context.tsx";

/** `block`: the root of a component in a document, with a menu if it has controls. */
export function BlockElement(element: ElementProps): ReactNode {
  const entries = readControls(element.node["controls"], element.path);
  return (
    <div className="plugboard-block">
      {entries.length > 0 && <ControlsMenu entries={entries} />}
      <ElementChildren {...element} name="children" />
    </div>
  );
}

/** An entry of a block's menu. */
interface MenuEntry {
  /** The path in the tree, which also identifies it while busy. */
  readonly path: string;
  readonly label: string;
  readonly onPress: UiAction;
  readonly icon: string | undefined;
  readonly confirm: Confirm | undefined;
}

/** Returns the menu entries of the block at `path`. Invalid entries are skipped. */
function readControls(controls: unknown, path: string): readonly MenuEntry[] {
  if (!Array.isArray(controls)) return [];
  return controls.flatMap((control: unknown, index) => {
    if (!isJsonObject(control)) return [];
    const { label, onPress, icon } = control;
    if (typeof label !== "string" || !isAction(onPress)) return [];
    return [
      {
        path: `${path}.controls[${index}]`,
        label,
        onPress,
        icon: typeof icon === "string" ? icon : undefined,
        confirm: readConfirm(control["confirm"]),
      },
    ];
  });
}

function ControlsMenu({ entries }: { readonly entries: readonly MenuEntry[] }): ReactNode {
  const { session, snapshot, ask } = useView();
  const container = usePopupLayer();
  const busy = entries.some(({ path }) => snapshot.requests.some(({ source }) => source === path));
  return (
    <div className="plugboard-controls">
      <Menu.Root modal={false}>
        <Menu.Trigger className="plugboard-icon-button" aria-label="Options" aria-busy={busy}>
          {busy ? <span className="plugboard-spinner" /> : <Icon name="more" />}
        </Menu.Trigger>
        <Menu.Portal container={container}>
          <Menu.Positioner className="plugboard-positioner" align="end" sideOffset={6} positionMethod="fixed">
            <Menu.Popup className="plugboard-popup plugboard-menu">
              {entries.map(({ path, label, icon, onPress, confirm }) => (
                <Menu.Item
                  key={path}
                  className="plugboard-menu-item"
                  onClick={() => ask(confirm, () => session.press(path, onPress))}
                >
                  {icon !== undefined && <Icon name={icon} />}
                  <span>{label}</span>
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
