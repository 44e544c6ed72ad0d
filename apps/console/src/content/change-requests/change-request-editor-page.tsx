import "../common/content.css";
import { getSession } from "@plugboard/api/routes";
import { getChangeRequest, getPageContent, getSpace } from "@plugboard/content/routes";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import { useRead, useReadOnce } from "../../data/queries.ts";
import { useSignedIn } from "../../people/use-person.ts";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { lazy } from "../../ui/lazy.ts";
import { Page, Skeleton } from "../../ui/page.tsx";
import { usePagePresence } from "../presence/page-presence.ts";
import { PresentPeople } from "../presence/present-people.tsx";
import { useSharedDraft } from "../shared-drafts/shared-draft.ts";

const OpenSharedDraft = lazy(async () => ({
  default: (await import("../shared-drafts/open-shared-draft.tsx")).OpenSharedDraft,
}));

const route = getRouteApi("/content/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId");

/** The editor of a page's draft in a change request. */
export function ChangeRequestEditorPage(): ReactNode {
  const { spaceId, changeRequestId, pageId } = route.useParams();
  const space = useRead(getSpace, { params: { spaceId } });
  const changeRequest = useRead(getChangeRequest, { params: { spaceId, changeRequestId } });
  const content = useRead(getPageContent, { params: { spaceId, pageId } });
  const session = useReadOnce(getSession);
  const { person, role, isEditor } = useSignedIn();
  const author = person?.id ?? "administrator";
  const target = { spaceId, pageId, author, changeRequest: changeRequestId };
  const place = `${author} ${changeRequestId} ${pageId}`;
  const [opened, setOpened] = useState<string>();
  // An open editor stays, with its text and caret, when its user loses access to the page.
  const isOpened = opened === place;
  const kept = useSharedDraft(target, content.data, session.data !== undefined && isEditor && !isOpened);
  const { others, noteTyping, noteCaret } = usePagePresence(spaceId, pageId);
  const navigate = useNavigate();
  const open = useCallback(() => setOpened(place), [place]);
  const leave = useCallback(() => {
    setOpened(undefined);
    void navigate({
      to: "/content/spaces/$spaceId/change-requests/$changeRequestId",
      params: { spaceId, changeRequestId },
    });
  }, [navigate, spaceId, changeRequestId]);
  const isRead = content.data !== undefined && session.data !== undefined;
  return (
    <Page
      title={content.data?.title ?? "Page"}
      above={
        <>
          <Link to="/content">Content</Link>
          {space.data !== undefined && <> / {space.data.title}</>} /{" "}
          <Link
            to="/content/spaces/$spaceId/change-requests/$changeRequestId"
            params={{ spaceId, changeRequestId }}
          >
            {changeRequest.data?.title ?? "Change request"}
          </Link>
        </>
      }
      actions={<PresentPeople windows={others} ownId={person?.id} />}
    >
      <ErrorMessage error={content.error ?? changeRequest.error} />
      {!isRead && content.error === null && <Skeleton />}
      {isRead && !isEditor && !isOpened && <p>Only editors can open drafts of change requests.</p>}
      {isRead && (isOpened || (isEditor && !kept.isPending)) && (
        <Suspense fallback={<Skeleton />}>
          <OpenSharedDraft
            key={place}
            target={target}
            content={content.data}
            requiresApproval={false}
            joining={undefined}
            others={others}
            onType={noteTyping}
            onCaret={noteCaret}
            onOpen={open}
            onEnd={leave}
            onStop={role === undefined || isEditor ? undefined : leave}
          />
        </Suspense>
      )}
    </Page>
  );
}
