import { type ReactNode, useId } from "react";
import { isNode } from "@plugboard/components/session";
import { Icon } from "../icons/icon.tsx";
import { ElementChildren, type ElementProps } from "../view/element-view.tsx";
import { hasItems, readAction, readText } from "../view/read-attribute.ts";
import { usePress } from "../view/view-context.tsx";
import { hasRemark, Remark } from "./inline-elements.tsx";

/**
 * `card`: a framed group. With `onPress`, its title is a button that covers the whole card, so that buttons
 * inside stay separate.
 */
export function CardElement(element: ElementProps): ReactNode {
  const { node, path } = element;
  const titleId = useId();
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
          {hasRemark(node, "hint") && (
            <p className="plugboard-hint">
              <Remark {...element} name="hint" />
            </p>
          )}
        </div>
        {usePress(path).busy && <span className="plugboard-spinner" />}
        {hasItems(node, "buttons") && (
          <div className="plugboard-card-buttons">
            <ElementChildren {...element} name="buttons" />
          </div>
        )}
      </div>
      {hasItems(node, "children") && (
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
