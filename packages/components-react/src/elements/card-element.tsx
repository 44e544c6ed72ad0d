import { type ReactNode, useId } from "react";
import { isNode } from "@plugboard/components/session";
import { readAction, readText } from "../tree/read-attribute.ts";
import { ElementChildren, type ElementProps } from "../view/element-view.tsx";
import { Icon } from "../view/icon.tsx";
import { usePress } from "../view/view-context.ts";

/**
 * `card`: a framed group. With `onPress` its title is a button that reaches over the whole card, so that the buttons
 * inside stay buttons of their own.
 */
export function CardElement(element: ElementProps): ReactNode {
  const { node, path } = element;
  const titleId = useId();
  const has = (name: string): boolean => Array.isArray(node[name]) && node[name].length > 0;
  return (
    <section
      className="plugboard-card"
      data-pressable={readAction(node, "onPress") !== undefined || undefined}
      aria-labelledby={readText(node, "title") === undefined ? undefined : titleId}
    >
      <div className="plugboard-card-header">
        <CardIcon {...element} />
        <div className="plugboard-card-heading">
          <CardTitle {...element} titleId={titleId} />
          <CardHint {...element} />
        </div>
        {usePress(path).busy && <span className="plugboard-spinner" />}
        {has("buttons") && (
          <div className="plugboard-card-buttons">
            <ElementChildren {...element} name="buttons" />
          </div>
        )}
      </div>
      {has("children") && (
        <div className="plugboard-card-body">
          <ElementChildren {...element} name="children" />
        </div>
      )}
    </section>
  );
}

function CardTitle({ node, path, titleId }: ElementProps & { readonly titleId: string }): ReactNode {
  const { busy, press } = usePress(path);
  const title = readText(node, "title");
  const action = readAction(node, "onPress");
  if (action !== undefined) {
    return (
      <button
        id={titleId}
        type="button"
        className="plugboard-card-title plugboard-card-press"
        aria-busy={busy}
        aria-disabled={busy || undefined}
        aria-label={title === undefined ? (readText(node, "hint") ?? "Open") : undefined}
        onClick={() => press(action)}
      >
        {title}
      </button>
    );
  }
  if (title === undefined) return undefined;
  return (
    <div id={titleId} className="plugboard-card-title">
      {title}
    </div>
  );
}

function CardIcon(element: ElementProps): ReactNode {
  const { icon } = element.node;
  if (typeof icon !== "string" && !isNode(icon)) return undefined;
  return (
    <div className="plugboard-card-icon">
      {typeof icon === "string" ? <Icon name={icon} /> : <ElementChildren {...element} name="icon" />}
    </div>
  );
}

function CardHint(element: ElementProps): ReactNode {
  const hint = readText(element.node, "hint");
  if (hint !== undefined) return <p className="plugboard-hint">{hint}</p>;
  return <ElementChildren {...element} name="hint" />;
}
