import type { ReactNode } from "react";
import type { UiNode } from "@plugboard/api";
import { CodeArea } from "../codeblock/code-area.tsx";
import { useCodeEdit } from "../codeblock/use-code-edit.ts";
import { readText } from "../tree/read-attribute.ts";
import { ElementChildren, type ElementProps } from "../view/element-view.tsx";

/** `codeblock`: source code with what stands above and below it, editable where the component wants that. */
export function CodeblockElement(element: ElementProps): ReactNode {
  const { node } = element;
  const { code, edit } = useCodeEdit(element);
  const has = (name: string): boolean => Array.isArray(node[name]) && node[name].length > 0;
  return (
    <div className="plugboard-codeblock">
      {(has("header") || has("buttons")) && (
        <div className="plugboard-codeblock-header">
          <div className="plugboard-codeblock-title">
            <ElementChildren {...element} name="header" />
          </div>
          <ElementChildren {...element} name="buttons" />
        </div>
      )}
      <CodeArea code={code} language={readText(node, "syntax")} firstLine={firstLineOf(node)} edit={edit} />
      {has("footer") && (
        <div className="plugboard-codeblock-footer">
          <ElementChildren {...element} name="footer" />
        </div>
      )}
    </div>
  );
}

function firstLineOf({ lineNumbers }: UiNode): number | undefined {
  if (typeof lineNumbers === "number") return Number.isFinite(lineNumbers) ? lineNumbers : undefined;
  return lineNumbers === true ? 1 : undefined;
}
