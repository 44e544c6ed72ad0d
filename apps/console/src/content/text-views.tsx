import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/page.tsx";

/** How a text is shown. */
export type TextView = "text" | "source";

interface TextViewsProps {
  /** What was chosen, if anything. */
  readonly view: TextView | undefined;
  readonly markdown: string;
  readonly onView: (view: TextView) => void;
  readonly children: (shown: TextView) => ReactNode;
}

/** Lets a page be edited as it looks, or as Markdown where editing it as it looks would lose something. */
export function TextViews({ view, markdown, onView, children }: TextViewsProps): ReactNode {
  const [survives, setSurvives] = useState<boolean | undefined>();
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- looked at when the text is about to be shown, and not while it is typed
  }, [view]);
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
          <span className="hint">This page has something in it that only its Markdown can show.</span>
        )}
      </div>
      {children(shown)}
    </>
  );
}
