import "../common/content.css";
import { getSession } from "@plugboard/api/routes";
import { getPageContent, getSpace, listPageDrafts, listPages } from "@plugboard/content/routes";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { FolderInput, GitPullRequest, History, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import { useRead, useReadAll, useReadOnce } from "../../data/queries.ts";
import { isUnreachable } from "../../data/retry.ts";
import { useSignedIn } from "../../people/use-person.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { lazy } from "../../ui/lazy.ts";
import { Page, Skeleton } from "../../ui/page.tsx";
import { useDraftReview } from "../reviews/draft-review.ts";
import { LazyPageDialog } from "../page-tree/lazy-page-dialog.ts";
import type { PageQuestion } from "../page-tree/page-dialog.tsx";
import { readDraft } from "../drafts/page-draft.ts";
import { readKeptDrafts } from "../drafts/kept-drafts.ts";
import { hasKeptSharedDrafts } from "../shared-drafts/kept-shared-drafts.ts";
import { PageEditor } from "./page-editor.tsx";
import { PageReader } from "./page-reader.tsx";
import { usePagePresence } from "../presence/page-presence.ts";
import { PageTree } from "../page-tree/page-tree.tsx";
import type { JoiningDraft } from "../shared-drafts/shared-editor.tsx";
import { useSharedDraft } from "../shared-drafts/shared-draft.ts";
import { PresentPeople } from "../presence/present-people.tsx";

const ReviewPanel = lazy(async () => ({
  default: (await import("../reviews/review-panel.tsx")).ReviewPanel,
}));
const AddToChangeRequest = lazy(async () => ({
  default: (await import("../change-requests/add-to-change-request.tsx")).AddToChangeRequest,
}));
const KeptTexts = lazy(async () => ({
  default: (await import("../shared-drafts/kept-texts.tsx")).KeptTexts,
}));
const OpenSharedDraft = lazy(async () => ({
  default: (await import("../shared-drafts/open-shared-draft.tsx")).OpenSharedDraft,
}));

const route = getRouteApi("/content/spaces/$spaceId/pages/$pageId");

/** The editor of a page, next to the tree of its space. */
export function PageEditorPage(): ReactNode {
  const { spaceId, pageId } = route.useParams();
  const params = { spaceId, pageId };
  const space = useRead(getSpace, { params: { spaceId } });
  const requiresApproval = space.data?.requiresApproval === true;
  const review = useDraftReview(params).data;
  const pages = useReadAll(listPages, { params: { spaceId } });
  const drafts = useReadAll(listPageDrafts, { params: { spaceId } });
  const content = useRead(getPageContent, { params });
  const session = useReadOnce(getSession);
  const { person, role, isEditor } = useSignedIn();
  const author = person?.id ?? "administrator";
  const target = { spaceId, pageId, author };
  const place = `${author} ${pageId}`;
  const [opened, setOpened] = useState<{ readonly place: string; readonly isTogether: boolean }>();
  const isOpened = opened?.place === place;
  // An open editor stays, with its text and caret, when its user loses access to the page.
  const isEditing = isEditor || isOpened;
  const draft = useQuery({
    // Someone who can edit again reads the draft again.
    queryKey: ["page-draft", author, params, isEditing],
    queryFn: () => readDraft(params),
    enabled: session.data !== undefined && isEditor,
    // The editor owns the text once loaded, and no other view shows it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { others, noteTyping, noteCaret } = usePagePresence(spaceId, pageId);
  const [joined, setJoined] = useState<{
    readonly place: string;
    readonly draft: JoiningDraft | undefined;
  }>();
  const isJoined = joined?.place === place;
  const shared = useSharedDraft(target, content.data, session.data !== undefined && !isJoined);
  const join = useCallback(
    (joining: JoiningDraft | undefined) => setJoined({ place, draft: joining }),
    [place],
  );
  const { refetch: readPrivate } = draft;
  const { refetch: readShared } = shared;
  const close = useCallback(() => {
    setJoined(undefined);
    setOpened(undefined);
  }, []);
  const stop = role === undefined || isEditor ? undefined : close;
  const leave = useCallback(() => {
    const decideAgain = async (): Promise<void> => {
      await Promise.all([readPrivate(), readShared()]);
      close();
    };
    void decideAgain();
  }, [readPrivate, readShared, close]);
  const [question, setQuestion] = useState<PageQuestion>();
  const [isAdding, setAdding] = useState(false);
  const navigate = useNavigate();
  const page = pages.data?.find(({ id }) => id === pageId);
  // Opening the editor without the stored draft would overwrite it. A later check of the session can fail, for example
  // offline, which must not close the editor.
  const isRead =
    content.data !== undefined &&
    session.data !== undefined &&
    ((draft.data !== undefined && (shared.data !== undefined || isJoined || shared.isError)) || !isEditing);
  // Decided once, because the private editor joins by itself, when nothing can be lost. Unpublished changes of this person
  // are shown first, so that they decide whether to merge them.
  if (isRead && isEditor && !isOpened)
    setOpened({
      place,
      isTogether: shared.data === true && draft.data === null && readKeptDrafts(target).drafts.length === 0,
    });
  const isTogether = isJoined || (isOpened && opened.isTogether);
  return (
    <Page
      title={content.data?.title ?? "Page"}
      above={
        <>
          <Link to="/content">Content</Link>
          {space.data !== undefined && <> / {space.data.title}</>}
        </>
      }
      actions={
        <>
          <PresentPeople windows={others} ownId={person?.id} />
          <Link
            to="/content/spaces/$spaceId/history"
            params={{ spaceId }}
            search={{ page: pageId }}
            className="button"
          >
            <History aria-hidden size={15} /> History
          </Link>
          {isEditor && page !== undefined && (
            <ActionMenu
              label={`Actions for page ${page.title}`}
              groups={[
                [
                  { title: "Rename…", icon: Pencil, run: () => setQuestion({ action: "rename", page }) },
                  { title: "Move to…", icon: FolderInput, run: () => setQuestion({ action: "move", page }) },
                  { title: "Add to change request…", icon: GitPullRequest, run: () => setAdding(true) },
                ],
                [{ title: "Delete…", icon: Trash2, run: () => setQuestion({ action: "delete", page }) }],
              ]}
            />
          )}
        </>
      }
    >
      {content.data !== undefined && isUnreachable(content.error) ? (
        <p className="error" role="alert">
          {pages.isSuccess && page === undefined
            ? `“${content.data.title}” was deleted. Copy your text, or restore the page from the history.`
            : `You no longer have access to “${content.data.title}”.`}
        </p>
      ) : (
        <ErrorMessage
          error={content.error ?? draft.error}
          onRetry={() => void (content.error === null ? draft : content).refetch()}
        />
      )}
      <div className="editor-columns">
        <aside className="panel editor-tree" aria-label="Pages in this space" hidden={pages.isError}>
          {pages.isPending && <Skeleton />}
          {pages.data !== undefined && (
            <PageTree
              spaceId={spaceId}
              pages={pages.data}
              drafts={new Set(drafts.data?.map((one) => one.pageId))}
              canEdit={isEditor}
            />
          )}
        </aside>
        <div className="page-and-comments">
          {content.isPending && <Skeleton />}
          {isRead && isEditing && isTogether && (
            <Suspense fallback={<Skeleton />}>
              <OpenSharedDraft
                key={place}
                target={target}
                content={content.data}
                requiresApproval={requiresApproval}
                joining={joined?.draft}
                others={others}
                onType={noteTyping}
                onCaret={noteCaret}
                onOpen={join}
                onEnd={leave}
                onStop={stop}
              />
            </Suspense>
          )}
          {isRead && isEditing && !isTogether && (
            // A different person can sign in again in the same window.
            <PageEditor
              key={place}
              target={target}
              content={content.data}
              draft={draft.data ?? null}
              newestDraft={drafts.data && (drafts.data.find((one) => one.pageId === pageId)?.version ?? null)}
              requiresApproval={requiresApproval}
              onType={noteTyping}
              isShared={
                shared.data === true || others.length > 0 || requiresApproval ? shared.data : undefined
              }
              onJoin={join}
              onStop={stop}
            />
          )}
          {isRead &&
            !isEditing &&
            (readKeptDrafts(target).drafts.length > 0 || hasKeptSharedDrafts(target)) && (
              <Suspense>
                <KeptTexts target={target} />
              </Suspense>
            )}
          {isRead && !isEditing && (
            <PageReader
              key={pageId}
              spaceId={spaceId}
              content={content.data}
              isShared={shared.data === true}
              others={others}
            />
          )}
          {content.data !== undefined && review !== null && review !== undefined && (
            <Suspense>
              <ReviewPanel
                key={review.id}
                spaceId={spaceId}
                content={content.data}
                review={review}
                canEdit={isEditor}
              />
            </Suspense>
          )}
        </div>
      </div>
      {isAdding && page !== undefined && (
        <Suspense>
          <AddToChangeRequest
            page={{ spaceId, pageId, title: page.title }}
            isShared={isTogether || shared.data === true}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
      {question !== undefined && (
        <Suspense>
          <LazyPageDialog
            spaceId={spaceId}
            pages={pages.data ?? []}
            question={question}
            onClose={() => setQuestion(undefined)}
            onDeleted={() => void navigate({ to: "/content" })}
          />
        </Suspense>
      )}
    </Page>
  );
}
