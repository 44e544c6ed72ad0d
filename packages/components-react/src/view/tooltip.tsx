import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import { type ReactElement, type ReactNode, useId } from "react";
import { usePopupLayer } from "./popup-layer.tsx";

interface TooltipProps {
  readonly text: string | undefined;
  /** What the tooltip explains. */
  readonly children: ReactElement;
}

/** Explains its child on hover and on focus; Escape puts it away. Without a text it is only the child. */
export function Tooltip({ text, children }: TooltipProps): ReactNode {
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
