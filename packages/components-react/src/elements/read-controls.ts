import type { UiAction } from "@plugboard/api";
import type { Confirm } from "@plugboard/components";
import { isAction, isJsonObject } from "@plugboard/components/session";
import { readConfirm } from "../view/read-attribute.ts";

/** An entry of a block's menu. */
export interface MenuEntry {
  /** Where it stands in the tree; also names it while it is busy. */
  readonly path: string;
  readonly label: string;
  readonly onPress: UiAction;
  readonly icon: string | undefined;
  readonly confirm: Confirm | undefined;
}

/** The entries of the menu of the block at `path`. What is no entry is left out. */
export function readControls(controls: unknown, path: string): readonly MenuEntry[] {
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
