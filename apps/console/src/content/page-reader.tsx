import { lazy, type ReactNode, Suspense } from "react";
import { Skeleton } from "../ui/page.tsx";
import { CommentsPanel } from "./comments-panel.tsx";
import { usePageComments } from "./page-comments.ts";

const PageView = lazy(async () => ({ default: (await import("./editor/page-view.tsx")).PageView }));

interface PageReaderProps {
  readonly spaceId: string;
  readonly pageId: string;
  readonly markdown: string;
}

/** A page and its comments, for people who can comment on it but not edit it. */
export function PageReader({ markdown, ...page }: PageReaderProps): ReactNode {
  const { highlights, active, open, anchor, start, close } = usePageComments(page);
  return (
    <>
      <section className="panel" aria-label="Text">
        <Suspense fallback={<Skeleton />}>
          <PageView
            {...page}
            markdown={markdown}
            highlights={highlights}
            onComment={start}
            onOpenComment={open}
          />
        </Suspense>
      </section>
      <CommentsPanel {...page} canEdit={false} active={active} anchor={anchor} onClose={close} />
    </>
  );
}
