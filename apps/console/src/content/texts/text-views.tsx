import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";

/** The view of a text: rich text or Markdown source. */
export type TextView = "text" | "source";

interface TextViewsProps {
  readonly view: TextView;
  readonly onView: (view: TextView) => void;
  /** Renders the view. `tools` is the element for its buttons, next to the switch. */
  readonly children: (tools: HTMLElement | null) => ReactNode;
}

/** Switches between rich text and Markdown. */
export function TextViews({ view, onView, children }: TextViewsProps): ReactNode {
  const [tools, setTools] = useState<HTMLElement | null>(null);
  return (
    <>
      <div className="row page-views">
        <Button aria-pressed={view === "text"} onClick={() => onView("text")}>
          Text
        </Button>
        <Button aria-pressed={view === "source"} onClick={() => onView("source")}>
          Source
        </Button>
        <div className="row editor-tools" ref={setTools} />
      </div>
      {children(tools)}
    </>
  );
}
