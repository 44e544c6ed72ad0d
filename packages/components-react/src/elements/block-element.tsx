import type { ReactNode } from "react";
import { ElementChildren, type ElementProps } from "../view/element-view.tsx";
import { ControlsMenu } from "./controls-menu.tsx";

/** `block`: the root of a component in a document, with a menu where it has controls. */
export function BlockElement(element: ElementProps): ReactNode {
  const { controls } = element.node;
  return (
    <div className="plugboard-block">
      {Array.isArray(controls) && controls.length > 0 && (
        <ControlsMenu controls={controls} path={element.path} />
      )}
      <ElementChildren {...element} name="children" />
    </div>
  );
}
