import { type ReactNode, useId } from "react";
import { ControlLabelContext } from "../view/control.ts";
import { ElementChildren, type ElementProps, Problem } from "../view/element-view.tsx";
import { readNodes, readText } from "../view/read-attribute.ts";
import { hasRemark, Remark } from "./inline-elements.tsx";

// The position of the control relative to its label.
const layouts: ReadonlyMap<string, string> = new Map([
  ["textinput", "below"],
  ["select", "below"],
  ["codeblock", "below"],
  ["switch", "end"],
  ["button", "end"],
  ["radio", "start"],
  ["checkbox", "start"],
]);

// These elements have their own names, so the label names the group around them.
const namedElements: ReadonlySet<string> = new Set(["button", "codeblock"]);

/** `input`: a control with a label and a hint. */
export function InputElement(element: ElementProps): ReactNode {
  const { node, path } = element;
  const id = useId();
  const [control] = readNodes(node, "element");
  const layout = control && layouts.get(control.type);
  if (layout === undefined) return <Problem path={`${path}.element`} message="This input has no control:" />;
  const isGroup = control !== undefined && namedElements.has(control.type);
  const label = {
    controlId: `${id}control`,
    labelId: `${id}label`,
    hintId: hasRemark(node, "hint") ? `${id}hint` : undefined,
  };
  const group = { role: "group", "aria-labelledby": label.labelId, "aria-describedby": label.hintId };
  const Label = isGroup ? "span" : "label";
  return (
    <div className="plugboard-input" data-layout={layout} {...(isGroup ? group : undefined)}>
      <div className="plugboard-input-text">
        <Label
          id={label.labelId}
          className="plugboard-label"
          {...(isGroup ? undefined : { htmlFor: label.controlId })}
        >
          {readText(node, "label")}
        </Label>
        <div id={label.hintId} className="plugboard-hint">
          <Remark {...element} name="hint" />
        </div>
      </div>
      <ControlLabelContext value={label}>
        <ElementChildren {...element} name="element" />
      </ControlLabelContext>
    </div>
  );
}
