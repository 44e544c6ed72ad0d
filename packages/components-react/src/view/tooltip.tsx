import { cloneElement, type ReactElement, type ReactNode, useId, useState } from "react";

interface TooltipProps {
  readonly text: string | undefined;
  /** What the tooltip explains. */
  readonly children: ReactElement<{ "aria-describedby"?: string }>;
}

/** Explains its child on hover and on focus; Escape puts it away. Without a text it is only the child. */
export function Tooltip({ text, children }: TooltipProps): ReactNode {
  const id = useId();
  const [visible, setVisible] = useState(false);
  if (text === undefined) return children;
  return (
    <span
      className="plugboard-tooltip-anchor"
      role="presentation"
      onPointerEnter={() => setVisible(true)}
      onPointerLeave={() => setVisible(false)}
      onFocus={(event) => setVisible(event.target.matches(":focus-visible"))}
      onBlur={() => setVisible(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !visible) return;
        event.preventDefault();
        setVisible(false);
      }}
    >
      {cloneElement(children, { "aria-describedby": id })}
      <span id={id} role="tooltip" className="plugboard-tooltip" hidden={!visible}>
        {text}
      </span>
    </span>
  );
}
