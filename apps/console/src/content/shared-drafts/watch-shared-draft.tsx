import "./shared-editor.css";
import type { PagePresence } from "@plugboard/content/types";
import { useQuery } from "@tanstack/react-query";
import { Collaboration } from "@tiptap/extension-collaboration";
import { type ReactNode, useEffect, useState } from "react";
import { live } from "../../data/live.ts";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { Skeleton } from "../../ui/page.tsx";
import { createSharedSession, type SharedChanges } from "./create-shared-session.ts";
import { PageView } from "../editor/page-view.tsx";
import type { PageComments } from "../comments/page-comments.ts";
import { createSharedCarets } from "./shared-carets.ts";
import { createWatchedServer, readWatchedDraft } from "./shared-server.ts";
import { blocksOf, sharedFormat, titleOf } from "./shared-text.ts";

interface WatchSharedDraftProps {
  readonly page: { readonly spaceId: string; readonly pageId: string };
  /** The published title. */
  readonly title: string;
  readonly comments: PageComments;
  /** The other windows that have the page open. */
  readonly others: readonly PagePresence[];
  /** Called once there is no shared draft. */
  readonly onEnd: () => void;
}

/** Shows a page's shared draft while others edit it. */
export function WatchSharedDraft(props: WatchSharedDraftProps): ReactNode {
  const { page, onEnd } = props;
  const {
    data: opened,
    error,
    refetch,
  } = useQuery({
    queryKey: ["shared-draft", "watched", page],
    queryFn: async () => (await readWatchedDraft(page)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    if (opened === null) onEnd();
  }, [opened, onEnd]);
  if (opened === undefined && error !== null)
    return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (opened === undefined || opened === null) return <Skeleton />;
  if (opened.format !== sharedFormat)
    return <p>This page is being edited with a different version of the editor. Reload to watch.</p>;
  return <WatchedText key={opened.id} {...props} opened={opened} />;
}

function WatchedText({
  page,
  title: published,
  comments,
  others,
  onEnd,
  opened,
}: WatchSharedDraftProps & { readonly opened: SharedChanges }): ReactNode {
  const [session] = useState(() => createSharedSession(opened, createWatchedServer(page)));
  const [carets] = useState(() => createSharedCarets(session.doc, () => {}));
  useEffect(() => () => carets.close(), [carets]);
  useEffect(() => carets.show(others), [carets, others]);
  const [extensions] = useState(() => [
    Collaboration.configure({ fragment: blocksOf(session.doc) }),
    carets.extension,
  ]);
  const { data: title = published } = useQuery({
    queryKey: ["shared-draft-changes", session.draftId, "watched"],
    queryFn: async () => {
      await session.sync();
      if (session.hasEnded()) onEnd();
      return titleOf(session.doc).toJSON();
    },
    gcTime: 0,
    ...live("shared-drafts"),
  });
  return (
    <>
      {title !== published && (
        <p className="hint">
          New title: <bdi>{title}</bdi>
        </p>
      )}
      <PageView {...page} markdown="" shared={extensions} comments={comments} />
    </>
  );
}
