import type { ReactNode } from "react";
import { ElementChildren, type ElementProps } from "../view/element-view.tsx";
import { ControlsMenu } from "./controls-menu.tsx";
import { readControls } from "./read-controls.ts";

/** `block`: the root of a component in a document, with a menu where it has controls. */
export function BlockElement(element: ElementProps): ReactNode {
  const entries = readControls(element.node["controls"], element.path);
  return (
    <div className="plugboard-block">
      {entries.length > 0 && <ControlsMenu entries={entries} />}
      <ElementChildren {...element} name="children" />
    </div>
  );
}
