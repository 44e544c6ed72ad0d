import "../common/content.css";
import type { DraftReviewSummary, SiteResource, SpaceResource } from "@plugboard/content/types";
import {
  listChangeRequests,
  listDraftReviews,
  listPageDrafts,
  listPages,
  listSites,
  listSpaces,
  restoreSpace,
  trashSpace,
} from "@plugboard/content/routes";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import {
  BookOpen,
  ExternalLink,
  FilePlus,
  GitBranch,
  GitPullRequest,
  History,
  Images,
  Pencil,
  Plus,
  Trash2,
} from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useOrganizations } from "../../data/organization.ts";
import { api } from "../../data/platform-api.ts";
import { useChange, useReadAll } from "../../data/queries.ts";
import { useSignedIn } from "../../people/use-person.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { formatCount, formatList } from "../../ui/format.ts";
import { lazy } from "../../ui/lazy.ts";
import { EmptyState, Page, Skeleton } from "../../ui/page.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TimeAgo } from "../../ui/time.tsx";
import { stateOfReview } from "../reviews/draft-review.ts";
import { nameOfAuthor } from "../common/name-of-author.ts";
import { LazyPageDialog } from "../page-tree/lazy-page-dialog.ts";
import { PageTree } from "../page-tree/page-tree.tsx";
import { SpaceDialog } from "./space-dialog.tsx";
import { takeBack } from "../common/take-back.ts";
import { TrashPanel } from "../common/trash-panel.tsx";

const ImagesDialog = lazy(async () => ({ default: (await import("./images-dialog.tsx")).ImagesDialog }));

/** Lists the spaces with their pages. */
export function ContentPage(): ReactNode {
  const spaces = useReadAll(listSpaces);
  const { current } = useOrganizations();
  const { isEditor } = useSignedIn();
  const [isNaming, setNaming] = useState(false);
  const own = spaces.data?.filter(({ organization }) => organization === current?.id) ?? [];
  const shown = own.filter(({ trashedAt }) => trashedAt === undefined);
  const trashed = own.filter(({ trashedAt }) => trashedAt !== undefined);
  const newSpace = isEditor ? (
    <Button icon={Plus} variant="primary" onClick={() => setNaming(true)}>
      New space
    </Button>
  ) : undefined;
  return (
    <Page
      title="Content"
      description="Spaces contain pages. Sites publish spaces."
      actions={
        <>
          <Link to="/content/sites" className="button">
            Sites
          </Link>
          {shown.length > 0 && newSpace}
        </>
      }
    >
      <ErrorMessage error={spaces.error} onRetry={() => void spaces.refetch()} />
      {spaces.isPending && <Skeleton />}
      {spaces.isSuccess && shown.length === 0 && (
        <EmptyState icon={BookOpen} title="No spaces yet" action={newSpace}>
          A space is a tree of pages that you edit together. Create one to get started.
        </EmptyState>
      )}
      {shown.map((space) => (
        <SpacePanel key={space.id} space={space} canEdit={isEditor} />
      ))}
      <TrashPanel
        items={trashed}
        canRestore={isEditor}
        restore={(spaceId) => api.call(restoreSpace, { params: { spaceId } })}
      />
      {isNaming && current !== undefined && (
        <SpaceDialog organization={current.id} onClose={() => setNaming(false)} />
      )}
    </Page>
  );
}

interface SpacePanelProps {
  readonly space: SpaceResource;
  readonly canEdit: boolean;
}

function SpacePanel({ space, canEdit }: SpacePanelProps) {
  const params = { spaceId: space.id };
  const pages = useReadAll(listPages, { params });
  const drafts = useReadAll(listPageDrafts, { params });
  const sites = useReadAll(listSites);
  const reviews = useReadAll(listDraftReviews, { params });
  const changeRequests = useReadAll(listChangeRequests, { params, query: { status: "open" } });
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"page" | "edit" | "images" | "trash">();
  const own = sites.data?.filter(({ spaceId, trashedAt }) => spaceId === space.id && trashedAt === undefined);
  const close = (): void => setAsking(undefined);
  return (
    <section className="panel" aria-label={space.title}>
      <header className="panel-header">
        <h2>{space.title}</h2>
        <span className="badge">{space.visibility}</span>
        <span className="row end">
          {own?.map(({ id, title, urls }) => (
            <a key={id} href={urls.published} target="_blank" rel="noreferrer">
              {own.length === 1 ? "Open site" : title} <ExternalLink aria-hidden size={13} />
            </a>
          ))}
          {canEdit && (
            <>
              <Button icon={FilePlus} onClick={() => setAsking("page")}>
                New page
              </Button>
              <ActionMenu
                label={`Actions for space ${space.title}`}
                groups={[
                  [
                    { title: "Rename, visibility…", icon: Pencil, run: () => setAsking("edit") },
                    { title: "Images…", icon: Images, run: () => setAsking("images") },
                    {
                      title: "History",
                      icon: History,
                      run: () => void navigate({ to: "/content/spaces/$spaceId/history", params }),
                    },
                    {
                      title: "Change requests",
                      icon: GitPullRequest,
                      run: () => void navigate({ to: "/content/spaces/$spaceId/change-requests", params }),
                    },
                    {
                      title: "Git sync",
                      icon: GitBranch,
                      run: () => void navigate({ to: "/content/spaces/$spaceId/git", params }),
                    },
                  ],
                  [{ title: "Move to trash…", icon: Trash2, run: () => setAsking("trash") }],
                ]}
              />
            </>
          )}
        </span>
      </header>
      <ErrorMessage error={pages.error} onRetry={() => void pages.refetch()} />
      {pages.isPending && <Skeleton />}
      <ReviewList spaceId={space.id} reviews={reviews.data ?? []} />
      {changeRequests.data !== undefined && changeRequests.data.length > 0 && (
        <p>
          <Link to="/content/spaces/$spaceId/change-requests" params={params}>
            {formatCount(changeRequests.data.length, "open change request")}
          </Link>
        </p>
      )}
      {pages.data?.length === 0 && <p className="hint">No pages yet.</p>}
      {pages.data !== undefined && (
        <PageTree
          spaceId={space.id}
          pages={pages.data}
          drafts={new Set(drafts.data?.map(({ pageId }) => pageId))}
          canEdit={canEdit}
        />
      )}
      {asking === "page" && (
        <Suspense>
          <LazyPageDialog
            spaceId={space.id}
            pages={pages.data ?? []}
            question={{ action: "create", parentId: null }}
            onClose={close}
          />
        </Suspense>
      )}
      {asking === "edit" && <SpaceDialog organization={space.organization} space={space} onClose={close} />}
      {asking === "images" && (
        <Suspense>
          <ImagesDialog space={space} canEdit={canEdit} onClose={close} />
        </Suspense>
      )}
      {asking === "trash" && (
        <TrashSpace space={space} pageCount={pages.data?.length ?? 0} sites={own} onClose={close} />
      )}
    </section>
  );
}

interface ReviewListProps {
  readonly spaceId: string;
  readonly reviews: readonly DraftReviewSummary[];
}

/** Links to the drafts of a space that are in review. */
function ReviewList({ spaceId, reviews }: ReviewListProps) {
  if (reviews.length === 0) return null;
  return (
    <section aria-label="Drafts in review">
      <h3>Drafts in review</h3>
      <ul className="plain-list">
        {reviews.map((review) => (
          <li key={review.id} className="row">
            <Link to="/content/spaces/$spaceId/pages/$pageId" params={{ spaceId, pageId: review.pageId }}>
              {review.title}
            </Link>
            <StatusBadge status={stateOfReview(review)} />
            <span className="hint">
              {nameOfAuthor(review.requestedBy)}, <TimeAgo time={review.requestedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TrashSpaceProps {
  readonly space: SpaceResource;
  readonly pageCount: number;
  /** `undefined` while loading. */
  readonly sites: readonly SiteResource[] | undefined;
  readonly onClose: () => void;
}

function TrashSpace({ space: { id: spaceId, title }, pageCount, sites, onClose }: TrashSpaceProps) {
  const client = useQueryClient();
  const trash = useChange(
    () => api.call(trashSpace, { params: { spaceId } }),
    () => {
      onClose();
      showToast({
        title: `Moved ${title} to trash`,
        onUndo: () =>
          void takeBack(client, `${title} is back`, () => api.call(restoreSpace, { params: { spaceId } })),
      });
    },
  );
  return (
    <ConfirmDialog
      title={`Move ${title} to trash?`}
      consequence={
        <>
          <p>
            {sites === undefined || sites.length === 0
              ? `${sites === undefined ? "Its sites go offline. " : ""}You can’t edit its ${formatCount(pageCount, "page")} until you restore it.`
              : `${formatList(sites.map((site) => site.title))} ${sites.length === 1 ? "goes" : "go"} offline immediately. You can’t edit its ${formatCount(pageCount, "page")} until you restore it.`}
          </p>
          <p>You can restore it from the trash at any time.</p>
        </>
      }
      action="Move to trash"
      busy={trash.isPending}
      error={trash.error}
      onConfirm={() => trash.mutate(undefined)}
      onCancel={onClose}
    />
  );
}
