import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/page.tsx";

/** The view of a text: rich text or Markdown source. */
export type TextView = "text" | "source";

interface TextViewsProps {
  /** The chosen view; `undefined` until the user chooses one. */
  readonly view: TextView | undefined;
  readonly markdown: string;
  /** Incremented on changes that weren't typed into the view. */
  readonly edition: number;
  readonly onView: (view: TextView) => void;
  /** Renders a view. `tools` is the element for its buttons, next to the switch. */
  readonly children: (shown: TextView, tools: HTMLElement | null) => ReactNode;
}

/** Switches between rich text and Markdown. Only Markdown is available if rich text would lose something. */
export function TextViews({ view, markdown, edition, onView, children }: TextViewsProps): ReactNode {
  const [survives, setSurvives] = useState<boolean | undefined>();
  const [tools, setTools] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let isGone = false;
    const look = async (): Promise<void> => {
      const { survivesEditing } = await import("./editor/page-markdown.ts");
      if (!isGone) setSurvives(survivesEditing(markdown));
    };
    void look();
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- checked when a text is shown, not while it is typed
  }, [view, edition]);
  if (survives === undefined && view === undefined) return <Skeleton />;
  const shown = view === "source" || survives === false ? "source" : "text";
  return (
    <>
      <div className="row page-views">
        <Button aria-pressed={shown === "text"} disabled={survives === false} onClick={() => onView("text")}>
          Text
        </Button>
        <Button aria-pressed={shown === "source"} onClick={() => onView("source")}>
          Source
        </Button>
        {survives === false && (
          <span className="hint">This page has content that can only be edited as Markdown.</span>
        )}
        <div className="row editor-tools" ref={setTools} />
      </div>
      {children(shown, tools)}
    </>
  );
}
