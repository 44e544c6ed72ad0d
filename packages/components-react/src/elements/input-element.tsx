import { type ReactNode, useId } from "react";
import { isNode } from "@plugboard/components/session";
import { readNodes, readText } from "../tree/read-attribute.ts";
import { ElementChildren, type ElementProps } from "../view/element-view.tsx";
import { Problem } from "../view/problem.tsx";
import { ControlLabelContext } from "./control-label.ts";

const layouts: ReadonlyMap<string, string> = new Map([
  ["textinput", "below"],
  ["select", "below"],
  ["switch", "end"],
  ["radio", "start"],
  ["checkbox", "start"],
]);

/** `input`: a control with its label and hint. Where the control stands depends on what it is. */
export function InputElement(element: ElementProps): ReactNode {
  const { node, path } = element;
  const id = useId();
  const [control] = readNodes(node, "element");
  const layout = control && layouts.get(control.type);
  if (layout === undefined) return <Problem path={`${path}.element`} message="This input has no control:" />;
  const hasHint = readText(node, "hint") !== undefined || isNode(node["hint"]);
  const label = {
    controlId: `${id}control`,
    labelId: `${id}label`,
    hintId: hasHint ? `${id}hint` : undefined,
  };
  return (
    <div className="plugboard-input" data-layout={layout}>
      <div className="plugboard-input-text">
        <label id={label.labelId} htmlFor={label.controlId} className="plugboard-label">
          {readText(node, "label")}
        </label>
        <div id={label.hintId} className="plugboard-hint">
          {readText(node, "hint") ?? <ElementChildren {...element} name="hint" />}
        </div>
      </div>
      <ControlLabelContext value={label}>
        <ElementChildren {...element} name="element" />
      </ControlLabelContext>
    </div>
  );
}
