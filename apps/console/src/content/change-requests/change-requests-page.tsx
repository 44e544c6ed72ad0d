import type { ChangeRequest } from "@plugboard/content/types";
import { getSpace, listChangeRequests } from "@plugboard/content/routes";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { GitPullRequest, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { live } from "../../data/live.ts";
import { readPage } from "../../data/platform-api.ts";
import { useRead, useReadAll } from "../../data/queries.ts";
import { useSignedIn } from "../../people/use-person.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { formatCount } from "../../ui/format.ts";
import { EmptyState, Page, Skeleton } from "../../ui/page.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TimeAgo } from "../../ui/time.tsx";
import { ChangeRequestDialog } from "./change-request-dialog.tsx";
import { stateOfChangeRequest } from "./change-request-state.ts";
import { nameOfAuthor } from "../common/name-of-author.ts";

const route = getRouteApi("/content/spaces/$spaceId/change-requests");

/** Lists the change requests of a space. */
export function ChangeRequestsPage(): ReactNode {
  const { spaceId } = route.useParams();
  const params = { spaceId };
  const space = useRead(getSpace, { params });
  const open = useReadAll(listChangeRequests, { params, query: { status: "open" } });
  const all = useInfiniteQuery({
    queryKey: [listChangeRequests.id, spaceId],
    queryFn: ({ pageParam: cursor }) => readPage(listChangeRequests, { params, query: { cursor } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    ...live("content"),
  });
  const { isEditor } = useSignedIn();
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigate();
  const ended = all.data?.pages.flatMap(({ items }) => items).filter(({ status }) => status !== "open") ?? [];
  const hasOpen = open.data !== undefined && open.data.length > 0;
  const create = isEditor ? (
    <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
      New change request
    </Button>
  ) : undefined;
  return (
    <Page
      title={space.data === undefined ? "Change requests" : `Change requests of ${space.data.title}`}
      description="A change request reviews and publishes several pages together."
      above={<Link to="/content">Content</Link>}
      actions={hasOpen && create}
    >
      <ErrorMessage error={open.error} onRetry={() => void open.refetch()} />
      {open.isPending && <Skeleton />}
      {open.data?.length === 0 && (
        <EmptyState icon={GitPullRequest} title="No open change requests" action={create}>
          Create one to edit several pages and publish them at the same time.
        </EmptyState>
      )}
      <ChangeRequestList title="Open" items={open.data ?? []} />
      <ErrorMessage error={all.error} onRetry={() => void all.refetch()} />
      <ChangeRequestList title="Published and closed" items={ended} />
      {all.hasNextPage && (
        <Button busy={all.isFetchingNextPage} onClick={() => void all.fetchNextPage()}>
          Older
        </Button>
      )}
      {isCreating && (
        <ChangeRequestDialog
          spaceId={spaceId}
          onSaved={({ id: changeRequestId }) =>
            void navigate({
              to: "/content/spaces/$spaceId/change-requests/$changeRequestId",
              params: { spaceId, changeRequestId },
            })
          }
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  );
}

/** Counts the pages that a change request edits, moves or deletes. */
function countPages({ pages, structure }: ChangeRequest): number {
  return new Set([...pages, ...structure].map(({ pageId }) => pageId)).size;
}

function ChangeRequestList({
  title,
  items,
}: {
  readonly title: string;
  readonly items: readonly ChangeRequest[];
}): ReactNode {
  if (items.length === 0) return null;
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      <ul className="plain-list">
        {items.map((each) => (
          <li key={each.id} className="row">
            <Link
              to="/content/spaces/$spaceId/change-requests/$changeRequestId"
              params={{ spaceId: each.spaceId, changeRequestId: each.id }}
            >
              {each.title}
            </Link>
            <StatusBadge status={stateOfChangeRequest(each)} />
            <span className="hint">
              {each.status !== "merged" && `${formatCount(countPages(each), "page")}, `}
              {nameOfAuthor(each.author)}, <TimeAgo time={each.updatedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
