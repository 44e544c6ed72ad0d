import "../common/content.css";
import type { ApiListItem } from "@plugboard/api/client";
import type { RevisionResource } from "@plugboard/content/types";
import {
  getSpace,
  listPages,
  listRevisionChanges,
  listRevisions,
  restoreRevision,
} from "@plugboard/content/routes";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { History, RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api, readPage } from "../../data/platform-api.ts";
import { live } from "../../data/live.ts";
import { useChange, useReadAll, useRead } from "../../data/queries.ts";
import { useSignedIn } from "../../people/use-person.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../../ui/page.tsx";
import { Moment, TimeAgo } from "../../ui/time.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { DiffView } from "../../ui/diff-view.tsx";
import { takeBack } from "../common/take-back.ts";

const route = getRouteApi("/content/spaces/$spaceId/history");

/** Lists the revisions of a space or one of its pages, with their changes. */
export function HistoryPage(): ReactNode {
  const { spaceId } = route.useParams();
  const { page: pageId, revision: chosen } = route.useSearch();
  const params = { spaceId };
  const space = useRead(getSpace, { params });
  const pages = useReadAll(listPages, { params });
  const revisions = useInfiniteQuery({
    queryKey: [listRevisions.id, spaceId, pageId],
    queryFn: ({ pageParam: cursor }) =>
      readPage(listRevisions, { params, query: { page: pageId, limit: 50, cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    ...live("content"),
  });
  const items = revisions.data?.pages.flatMap((part) => part.items) ?? [];
  const shown = items.find(({ id }) => id === chosen) ?? items[0];
  const page = pages.data?.find(({ id }) => id === pageId);
  const name = pageId === undefined ? space.data?.title : page?.title;
  return (
    <Page
      title={name === undefined ? "History" : `History of ${name}`}
      description="Each change creates a revision. Restoring a revision creates a new one, so no version is lost."
      above={
        <>
          <Link to="/content">Content</Link>
          {page !== undefined && (
            <>
              {" / "}
              <Link to="/content/spaces/$spaceId/pages/$pageId" params={{ spaceId, pageId: page.id }}>
                {page.title}
              </Link>
            </>
          )}
        </>
      }
    >
      <ErrorMessage error={revisions.error} onRetry={() => void revisions.refetch()} />
      {revisions.isPending && <Skeleton />}
      {revisions.isSuccess && items.length === 0 && (
        <EmptyState icon={History} title="No revisions yet">
          Revisions appear here after the first change to a page.
        </EmptyState>
      )}
      {shown !== undefined && (
        <div className="history">
          <nav aria-label="Revisions" className="panel revisions">
            <ol className="plain-list">
              {items.map((revision) => (
                <li key={revision.id}>
                  <Link
                    to="."
                    search={(before) => ({ ...before, revision: revision.id })}
                    aria-current={revision.id === shown.id || undefined}
                    activeProps={{}}
                    resetScroll={false}
                  >
                    <span className="clip" title={revision.summary}>
                      {revision.summary}
                    </span>
                    <span className="hint">
                      {[revision.number, authorOf(revision)].filter(Boolean).join(" · ")} ·{" "}
                      <TimeAgo time={revision.createdAt} />
                    </span>
                  </Link>
                </li>
              ))}
            </ol>
            {revisions.hasNextPage && (
              <Button busy={revisions.isFetchingNextPage} onClick={() => void revisions.fetchNextPage()}>
                Older
              </Button>
            )}
          </nav>
          <RevisionPanel
            key={shown.id}
            revision={shown}
            pageId={pageId}
            pageTitle={page?.title}
            currentRevisionId={space.data?.revisionId}
            isLatest={shown.id === items[0]?.id}
          />
        </div>
      )}
    </Page>
  );
}

function authorOf({ author }: RevisionResource): string {
  if (author === undefined) return "";
  if (author.type === "administrator") return "administrator";
  return author.name ?? author.id ?? author.type;
}

interface RevisionPanelProps {
  readonly revision: RevisionResource;
  readonly pageId: string | undefined;
  readonly pageTitle: string | undefined;
  /** The space's current revision. */
  readonly currentRevisionId: string | undefined;
  /** Whether this is the latest revision, which can't be restored. */
  readonly isLatest: boolean;
}

function RevisionPanel({ revision, pageId, pageTitle, currentRevisionId, isLatest }: RevisionPanelProps) {
  const { id: revisionId, spaceId, number, summary, createdAt } = revision;
  const changes = useReadAll(listRevisionChanges, { params: { spaceId, revisionId } });
  const canRestore = useSignedIn().isEditor && !isLatest;
  const [restoring, setRestoring] = useState<{ readonly pageId?: string; readonly title?: string }>();
  const shown = changes.data?.filter((change) => pageId === undefined || change.pageId === pageId);
  return (
    <section className="panel" aria-label={`Revision ${number}`}>
      <header className="panel-header">
        <h2>{summary}</h2>
        <span className="hint">
          <Moment time={createdAt} />
        </span>
        {canRestore && (
          <span className="row end">
            {pageId !== undefined && (
              <Button
                icon={RotateCcw}
                onClick={() => setRestoring({ pageId, title: pageTitle ?? "the page" })}
              >
                Restore this page
              </Button>
            )}
            {pageId === undefined && (
              <Button icon={RotateCcw} onClick={() => setRestoring({})}>
                Restore the space
              </Button>
            )}
          </span>
        )}
      </header>
      <ErrorMessage error={changes.error} onRetry={() => void changes.refetch()} />
      {changes.isPending && <Skeleton />}
      {shown?.length === 0 && <p className="hint">No pages differ.</p>}
      {shown?.map((change) => (
        <Change
          key={change.pageId}
          change={change}
          onRestore={
            canRestore && pageId === undefined && !change.changes.includes("deleted")
              ? () => setRestoring({ pageId: change.pageId, title: change.title })
              : undefined
          }
        />
      ))}
      {restoring !== undefined && currentRevisionId !== undefined && (
        <RestoreDialog
          revision={revision}
          currentRevisionId={currentRevisionId}
          {...restoring}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </section>
  );
}

interface ChangeProps {
  readonly change: ApiListItem<typeof listRevisionChanges>;
  readonly onRestore: (() => void) | undefined;
}

function Change({ change: { title, changes, patch }, onRestore }: ChangeProps) {
  return (
    <article className="page-part" aria-label={title}>
      <header className="row">
        <h3>{title}</h3>
        {changes.map((word) => (
          <span key={word} className="badge">
            {word}
          </span>
        ))}
        {onRestore !== undefined && (
          <span className="end">
            <Button aria-label={`Restore ${title}`} onClick={onRestore}>
              Restore
            </Button>
          </span>
        )}
      </header>
      {patch !== undefined && <DiffView patch={patch} />}
    </article>
  );
}

interface RestoreDialogProps {
  readonly revision: RevisionResource;
  readonly currentRevisionId: string;
  /** Restores only this page. Defaults to the whole space. */
  readonly pageId?: string;
  readonly title?: string;
  readonly onClose: () => void;
}

function RestoreDialog({ revision, currentRevisionId, pageId, title, onClose }: RestoreDialogProps) {
  const { id: revisionId, spaceId, number } = revision;
  const client = useQueryClient();
  const bringBack = (from: string) =>
    api.call(restoreRevision, { params: { spaceId, revisionId: from }, body: { pageId } });
  const restore = useChange(
    () => bringBack(revisionId),
    () => {
      onClose();
      showToast({
        title: title === undefined ? `Restored revision ${number}` : `Restored ${title}`,
        onUndo: () => void takeBack(client, "Revision restored", () => bringBack(currentRevisionId)),
      });
    },
  );
  return (
    <ConfirmDialog
      title={title === undefined ? `Restore revision ${number}?` : `Restore ${title}?`}
      consequence={
        <p>
          {title === undefined
            ? `All pages of the space are restored to revision ${number}. Pages created since then are deleted.`
            : `The page’s title and text are restored to revision ${number}.`}{" "}
          Sites are updated immediately. The current version stays in the history.
        </p>
      }
      action="Restore"
      busy={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate(undefined)}
      onCancel={onClose}
    />
  );
}
