import type { PageContent, PagePresence } from "@plugboard/content/types";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { lazy } from "../../ui/lazy.ts";
import { Skeleton } from "../../ui/page.tsx";
import { CommentsPanel } from "../comments/comments-panel.tsx";
import { usePageComments } from "../comments/page-comments.ts";

const PageView = lazy(async () => ({ default: (await import("../editor/page-view.tsx")).PageView }));
const WatchSharedDraft = lazy(async () => ({
  default: (await import("../shared-drafts/watch-shared-draft.tsx")).WatchSharedDraft,
}));

interface PageReaderProps {
  readonly spaceId: string;
  readonly content: PageContent;
  /** Whether others edit the page together. */
  readonly isShared: boolean;
  /** The other windows that have the page open. */
  readonly others: readonly PagePresence[];
}

/** A page and its comments, for people who can comment on it but not edit it. They can watch its shared draft. */
export function PageReader({ spaceId, content, isShared, others }: PageReaderProps): ReactNode {
  const page = { spaceId, pageId: content.pageId };
  const comments = usePageComments(page);
  const [isWatching, setWatching] = useState(false);
  const stop = useCallback(() => setWatching(false), []);
  return (
    <>
      <section className="panel" aria-label="Text">
        {(isShared || isWatching) && (
          <div className="row page-views">
            <Button aria-pressed={!isWatching} onClick={stop}>
              Published
            </Button>
            <Button aria-pressed={isWatching} onClick={() => setWatching(true)}>
              Draft
            </Button>
            <span className="hint">
              {isWatching
                ? "You’re watching a draft. Visitors see the published page."
                : "Editors are working on a draft of this page."}
            </span>
          </div>
        )}
        <Suspense fallback={<Skeleton />}>
          {isWatching ? (
            <WatchSharedDraft
              page={page}
              title={content.title}
              comments={comments}
              others={others}
              onEnd={stop}
            />
          ) : (
            <PageView {...page} markdown={content.markdown} comments={comments} />
          )}
        </Suspense>
      </section>
      <CommentsPanel {...page} canEdit={false} comments={comments} />
    </>
  );
}
