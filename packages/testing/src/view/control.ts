import type { UiNode } from "@plugboard/api";
import { type FormControl, readControl } from "@plugboard/components/session";
import { walkMarkup } from "./walk-markup.ts";

/** Something a user can put a value into, and what it is called. */
export interface Control extends FormControl {
  /** The label of the `input` around it, if there is one. */
  readonly label: string | undefined;
  readonly isDisabled: boolean;
}

/** Every control of a tree. */
export function findControls(root: UiNode): readonly Control[] {
  const nodes = [...walkMarkup(root)];
  const labels = new Map(
    nodes.filter(({ type }) => type === "input").map(({ element, label }) => [element, label]),
  );
  return nodes.flatMap((node) => {
    const control = readControl(node);
    if (control === undefined) return [];
    const label = labels.get(node);
    return [
      {
        ...control,
        label: typeof label === "string" ? label : undefined,
        isDisabled: node.disabled === true,
      },
    ];
  });
}
