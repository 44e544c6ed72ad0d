import type { ReactNode } from "react";
import { ElementChildren, type ElementProps } from "../view/element-view.tsx";
import { readChoice, readPositive } from "../view/read-attribute.ts";

/** `vstack` and `hstack`: stack children vertically or horizontally. */
export function StackElement(element: ElementProps): ReactNode {
  const { node } = element;
  const align = readChoice(node, "align", ["", "start", "center", "end"]);
  return (
    <div className={`plugboard-${node.type}`} data-align={align || undefined}>
      <ElementChildren {...element} name="children" />
    </div>
  );
}

/** `box`: an item in a stack that can grow. */
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

/** `modal`: the content of a dialog. The dialog renders its title and buttons. */
export function ModalElement(element: ElementProps): ReactNode {
  return (
    <div className="plugboard-vstack">
      <ElementChildren {...element} name="children" />
    </div>
  );
}

export function DividerElement({ node }: ElementProps): ReactNode {
  return (
    <hr className="plugboard-divider" data-size={readChoice(node, "size", ["medium", "small", "large"])} />
  );
}
