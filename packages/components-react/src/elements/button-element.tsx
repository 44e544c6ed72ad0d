import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import { type ReactElement, type ReactNode, useId } from "react";
import { Icon } from "../icons/icon.tsx";
import { type ElementProps, Problem } from "../view/element-view.tsx";
import { usePopupLayer } from "../view/popup-layer.tsx";
import { readAction, readChoice, readConfirm, readFlag, readText } from "../view/read-attribute.ts";
import { usePress } from "../view/view-context.tsx";

/** `button`: performs an action. It stays enabled while busy, because a disabled button would lose focus. */
export function ButtonElement({ node, path }: ElementProps): ReactNode {
  const { busy, press } = usePress(path);
  const action = readAction(node, "onPress");
  if (action === undefined) return <Problem path={`${path}.onPress`} message="This button has no action:" />;
  const label = readText(node, "label");
  const tooltip = readText(node, "tooltip");
  const icon = readText(node, "icon");
  const trailingIcon = readText(node, "trailingIcon");
  const name = label ?? tooltip ?? icon ?? action.action;
  return (
    <Tooltip text={tooltip}>
      <button
        type="button"
        className="plugboard-button"
        data-style={readChoice(node, "style", ["secondary", "primary", "danger"])}
        data-icon-only={label === undefined || undefined}
        aria-label={label === undefined ? name : undefined}
        aria-busy={busy}
        aria-disabled={busy || undefined}
        disabled={readFlag(node, "disabled")}
        onClick={() => press(action, readConfirm(node["confirm"]))}
      >
        {busy ? <span className="plugboard-spinner" /> : icon !== undefined && <Icon name={icon} />}
        {label !== undefined && <span>{label}</span>}
        {trailingIcon !== undefined && <Icon name={trailingIcon} />}
      </button>
    </Tooltip>
  );
}

interface TooltipProps {
  readonly text: string | undefined;
  /** The element that the tooltip describes. */
  readonly children: ReactElement;
}

/** Shows a tooltip on hover and focus; Escape hides it. Renders only its child without text. */
function Tooltip({ text, children }: TooltipProps): ReactNode {
  const id = useId();
  const container = usePopupLayer();
  if (text === undefined) return children;
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} delay={300} aria-describedby={id} />
      <span id={id} hidden>
        {text}
      </span>
      <BaseTooltip.Portal container={container}>
        <BaseTooltip.Positioner className="plugboard-positioner" sideOffset={8} positionMethod="fixed">
          <BaseTooltip.Popup className="plugboard-tooltip" role="tooltip">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
