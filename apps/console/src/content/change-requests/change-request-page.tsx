import "../common/content.css";
import type { ApiListItem } from "@plugboard/api/client";
import type { ChangeRequest, PageResource } from "@plugboard/content/types";
import {
  decideChangeRequest,
  getChangeRequest,
  getSpace,
  listChangeRequestChanges,
  listPages,
  removeChangeRequestPage,
  updateChangeRequest,
} from "@plugboard/content/routes";
import { getRouteApi, Link } from "@tanstack/react-router";
import { CircleSlash, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api, readAll } from "../../data/platform-api.ts";
import { useChange, useLive, useRead, useReadAll } from "../../data/queries.ts";
import { useSignedIn } from "../../people/use-person.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { Button } from "../../ui/button.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { Page, Skeleton } from "../../ui/page.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TimeAgo } from "../../ui/time.tsx";
import { ChangePageForm } from "./change-page-form.tsx";
import { ChangeRequestDialog } from "./change-request-dialog.tsx";
import { stateOfChangeRequest } from "./change-request-state.ts";
import { ChangedStructure } from "./changed-structure.tsx";
import { nameOfAuthor } from "../common/name-of-author.ts";
import { ReviewDecisionForm } from "../reviews/review-decision-form.tsx";
import { ReviewOutcome } from "../reviews/review-outcome.tsx";

const route = getRouteApi("/content/spaces/$spaceId/change-requests/$changeRequestId");

/** A change request: its pages with their changes, its review, and its publication. */
export function ChangeRequestPage(): ReactNode {
  const params = route.useParams();
  const { spaceId } = params;
  const { isEditor } = useSignedIn();
  const space = useRead(getSpace, { params: { spaceId } });
  const read = useLive(
    [getChangeRequest.id, params],
    () => api.call(getChangeRequest, { params }),
    "content",
    "shared-drafts",
  );
  const changes = useLive(
    [listChangeRequestChanges.id, params],
    () => readAll(listChangeRequestChanges, { params }),
    "content",
    "shared-drafts",
  );
  const pages = useReadAll(listPages, { params: { spaceId } });
  const [isEditing, setEditing] = useState(false);
  const update = useChange((status: "open" | "closed") =>
    api.call(updateChangeRequest, { params, body: { status } }),
  );
  const changeRequest = read.data;
  const canEdit = isEditor && changeRequest?.status === "open";
  return (
    <Page
      title={changeRequest?.title ?? "Change request"}
      description={changeRequest?.description}
      above={
        <>
          <Link to="/content">Content</Link>
          {space.data !== undefined && <> / {space.data.title}</>} /{" "}
          <Link to="/content/spaces/$spaceId/change-requests" params={{ spaceId }}>
            Change requests
          </Link>
        </>
      }
      actions={
        isEditor &&
        changeRequest !== undefined && (
          <>
            {changeRequest.status === "closed" && (
              <Button busy={update.isPending} onClick={() => update.mutate("open")}>
                Open again
              </Button>
            )}
            {canEdit && (
              <ActionMenu
                label={`Actions for ${changeRequest.title}`}
                groups={[
                  [{ title: "Edit title…", icon: Pencil, run: () => setEditing(true) }],
                  [{ title: "Close", icon: CircleSlash, run: () => update.mutate("closed") }],
                ]}
              />
            )}
          </>
        )
      }
    >
      <ErrorMessage error={read.error ?? update.error} onRetry={() => void read.refetch()} />
      {read.isPending && <Skeleton />}
      {changeRequest !== undefined && (
        <>
          <Review
            changeRequest={changeRequest}
            canEdit={canEdit}
            requiresApproval={space.data?.requiresApproval === true}
            canDecide={canEdit && isShown(changeRequest, changes.data, pages.data)}
          />
          <ChangedStructure changeRequest={changeRequest} pages={pages.data ?? []} canEdit={canEdit} />
          <section aria-label="Changed pages">
            <ErrorMessage error={changes.error} onRetry={() => void changes.refetch()} />
            {changeRequest.pages.length + changeRequest.structure.length === 0 && (
              <p className="hint">
                {changeRequest.status === "merged"
                  ? "Its drafts are part of the pages now."
                  : "No pages yet."}
              </p>
            )}
            {changes.data?.map((change) => (
              <ChangedPage key={change.pageId} params={params} change={change} canEdit={canEdit} />
            ))}
          </section>
          {canEdit && <ChangePageForm changeRequest={changeRequest} pages={pages.data ?? []} />}
          {isEditing && (
            <ChangeRequestDialog
              spaceId={spaceId}
              changeRequest={changeRequest}
              onClose={() => setEditing(false)}
            />
          )}
        </>
      )}
    </Page>
  );
}

interface Params {
  readonly spaceId: string;
  readonly changeRequestId: string;
}

/** Returns whether all that a review covers is shown. */
function isShown(
  { review, pages, structure }: ChangeRequest,
  changes: readonly ChangedText[] | undefined,
  tree: readonly PageResource[] | undefined,
): boolean {
  return (
    changes?.length === pages.length &&
    changes.every(({ reviewId }) => reviewId === review?.id) &&
    (tree !== undefined || structure.length === 0)
  );
}

interface ReviewProps {
  readonly changeRequest: ChangeRequest;
  readonly canEdit: boolean;
  readonly requiresApproval: boolean;
  /** Whether the changes are shown, and the user's role allows a decision. */
  readonly canDecide: boolean;
}

function Review({ changeRequest, canEdit, requiresApproval, canDecide }: ReviewProps): ReactNode {
  const { id, spaceId, status, review, isAuthor, pages, structure, revisionId } = changeRequest;
  const decision = review?.decision;
  const isApproved = review?.isCurrent === true && decision?.outcome === "approved";
  const [comment, setComment] = useState("");
  const send = useChange(
    async () => await (await import("./submit-change-request.ts")).sendForReview(changeRequest),
    () => showToast({ title: "Sent for review" }),
  );
  const publish = useChange(
    async () => await (await import("./submit-change-request.ts")).publishTogether(changeRequest),
    ({ title }) => showToast({ title: `Published ${title}` }),
  );
  const isBusy = send.isPending || publish.isPending;
  return (
    <section className="panel" aria-label="Review">
      <header className="row">
        <h2>Review</h2>
        <StatusBadge status={stateOfChangeRequest(changeRequest)} />
      </header>
      {status === "merged" && revisionId !== undefined && (
        <p>
          Published as{" "}
          <Link to="/content/spaces/$spaceId/history" params={{ spaceId }} search={{ revision: revisionId }}>
            one revision
          </Link>{" "}
          <TimeAgo time={changeRequest.updatedAt} />.
        </p>
      )}
      {status === "closed" && (
        <p className="hint">
          Open it again to edit or publish its drafts. Otherwise they’re deleted 30 days after the last
          change, made <TimeAgo time={changeRequest.updatedAt} />.
        </p>
      )}
      {/* Publishing without a review stores the texts as one. */}
      {review !== undefined && (status !== "merged" || decision !== undefined) && (
        <p>
          <strong>{nameOfAuthor(review.requestedBy)}</strong> sent it for review{" "}
          <TimeAgo time={review.requestedAt} />.
        </p>
      )}
      <ReviewOutcome decision={decision} />
      {status === "open" && review?.isCurrent === false && (
        <p className="hint">Its pages have changed since. Send it for review again.</p>
      )}
      {canDecide && review?.isCurrent === true && !isAuthor && decision?.outcome !== "approved" && (
        <ReviewDecisionForm
          comment={comment}
          onComment={setComment}
          decide={(decided) =>
            api.call(decideChangeRequest, {
              params: { spaceId, changeRequestId: id },
              body: { reviewId: review.id, ...decided },
            })
          }
        />
      )}
      {canEdit && pages.length + structure.length > 0 && (
        <div className="row">
          <Button
            variant="primary"
            busy={publish.isPending}
            disabled={isBusy || (requiresApproval && !isApproved)}
            title={
              requiresApproval && !isApproved
                ? "Another person must approve it first"
                : "Publishes all changes at once"
            }
            onClick={() => publish.mutate(undefined)}
          >
            Publish
          </Button>
          {!isApproved && (
            <Button busy={send.isPending} disabled={isBusy} onClick={() => send.mutate(undefined)}>
              Send for review
            </Button>
          )}
          {requiresApproval && !isApproved && (
            <span className="hint">Another person must approve it first.</span>
          )}
        </div>
      )}
      <ErrorMessage error={send.error ?? publish.error} />
    </section>
  );
}

type ChangedText = ApiListItem<typeof listChangeRequestChanges>;

interface ChangedPageProps {
  readonly params: Params;
  readonly change: ChangedText;
  readonly canEdit: boolean;
}

function ChangedPage({ params, change, canEdit }: ChangedPageProps): ReactNode {
  const { pageId, title, state, changes, patch } = change;
  const remove = useChange(
    () => api.call(removeChangeRequestPage, { params: { ...params, pageId } }),
    () => showToast({ title: `${title} left the change request. Its draft is the page’s shared draft now.` }),
  );
  return (
    <article className="panel page-part" aria-label={title}>
      <header className="row">
        <h2>{title}</h2>
        {changes.map((word) => (
          <span key={word} className="badge">
            {word}
          </span>
        ))}
        {canEdit && (
          <span className="row end">
            {state !== "deleted" && (
              <Link
                to="/content/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId"
                params={{ ...params, pageId }}
                className="button"
                aria-label={`Edit ${title}`}
              >
                Edit
              </Link>
            )}
            <Button
              aria-label={`Remove ${title}`}
              title="Makes it the page’s own shared draft"
              busy={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            >
              Remove
            </Button>
          </span>
        )}
      </header>
      {notes[state] !== undefined && <p className="hint">{notes[state]}</p>}
      <ErrorMessage error={remove.error} />
      {patch !== undefined && <DiffView patch={patch} />}
      {patch === undefined && (
        <p className="hint">
          {changes.some((each) => each !== "renamed")
            ? "The text has too many changes to compare. Open the draft to read it."
            : "No changes to the text."}
        </p>
      )}
    </article>
  );
}

const notes: Readonly<Record<string, string>> = {
  outdated:
    "The page was published with other changes. They’re merged when you edit the page or send it for review.",
  deleted: "The page was deleted. Restore it from the history, or remove it here.",
};
