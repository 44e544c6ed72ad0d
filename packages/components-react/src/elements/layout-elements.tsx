import type { ReactNode } from "react";
import { ElementChildren, type ElementProps } from "../view/element-view.tsx";
import { readChoice, readPositive } from "../view/read-attribute.ts";

/** `vstack` and `hstack`: children below or beside each other. */
export function StackElement(element: ElementProps): ReactNode {
  const { node } = element;
  const align = readChoice(node, "align", ["", "start", "center", "end"]);
  return (
    <div className={`plugboard-${node.type}`} data-align={align || undefined}>
      <ElementChildren {...element} name="children" />
    </div>
  );
}

/** `box`: a part of a stack that may take the room left over. */
export function BoxElement(element: ElementProps): ReactNode {
  const grow = readPositive(element.node, "grow");
  return (
    <div className="plugboard-box" style={grow === undefined ? undefined : { flexGrow: grow, flexBasis: 0 }}>
      <ElementChildren {...element} name="children" />
    </div>
  );
}

/** `configuration`: the root on the configuration screen. */
export function ConfigurationElement(element: ElementProps): ReactNode {
  return (
    <div className="plugboard-configuration">
      <ElementChildren {...element} name="children" />
    </div>
  );
}

/** `modal`: the content of the dialog. Its title and buttons are the dialog's own. */
export function ModalElement(element: ElementProps): ReactNode {
  return (
    <div className="plugboard-vstack">
      <ElementChildren {...element} name="children" />
    </div>
  );
}

/** `divider`: a line. */
export function DividerElement({ node }: ElementProps): ReactNode {
  return (
    <hr className="plugboard-divider" data-size={readChoice(node, "size", ["medium", "small", "large"])} />
  );
}
