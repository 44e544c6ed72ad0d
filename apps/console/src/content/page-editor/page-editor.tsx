import { ApiError } from "@plugboard/api/client";
import type { PageContent, PageDraft } from "@plugboard/content/types";
import { getPageContent, getRevisionPage, updatePageContent } from "@plugboard/content/routes";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { api } from "../../data/platform-api.ts";
import { useChange } from "../../data/queries.ts";
import { useReadRole } from "../../people/use-person.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { lazy } from "../../ui/lazy.ts";
import { Skeleton } from "../../ui/page.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { EditorForm } from "../texts/editor-form.tsx";
import {
  commonText,
  followPage,
  isChanged as hasChanges,
  rebase,
  resolveConflict,
} from "../drafts/draft-sync.ts";
import type { DraftTarget } from "../drafts/kept-drafts.ts";
import type { JoiningDraft } from "../shared-drafts/shared-editor.tsx";
import type { PageText } from "../texts/merge-texts.ts";
import { usePageComments } from "../comments/page-comments.ts";
import { type DraftState, useDraft } from "../drafts/page-draft.ts";
import { SourceField } from "../texts/source-field.tsx";
import { type TextView, TextViews } from "../texts/text-views.tsx";

const RichText = lazy(async () => ({ default: (await import("../editor/rich-text.tsx")).RichText }));
const ConflictDialog = lazy(async () => ({
  default: (await import("../texts/conflict-dialog.tsx")).ConflictDialog,
}));

interface PageEditorProps {
  readonly target: DraftTarget;
  readonly content: PageContent;
  readonly draft: PageDraft | null;
  /** The version of the newest stored draft; `null` if there is none, `undefined` if unknown. */
  readonly newestDraft: string | null | undefined;
  /** Whether the space requires an approval, so that only the shared draft is published. */
  readonly requiresApproval: boolean;
  /** Called after each change that the user makes to the text. */
  readonly onType: () => void;
  /** Whether others edit the page together. `undefined` if editing together isn't offered. */
  readonly isShared: boolean | undefined;
  /** Called with unpublished changes to merge into the shared draft, if there are any. */
  readonly onJoin: (joining: JoiningDraft | undefined) => void;
  /** Closes the editor of someone whose role no longer allows editing. */
  readonly onStop: (() => void) | undefined;
}

/** Edits a page as a draft and publishes it. */
export function PageEditor({
  target,
  content,
  draft: stored,
  newestDraft: newest,
  requiresApproval,
  onType,
  isShared,
  onJoin,
  onStop,
}: PageEditorProps): ReactNode {
  const { spaceId, pageId } = target;
  const params = { spaceId, pageId };
  const { sync, state, change, replace, save } = useDraft(target, content, { stored, newest });
  const { text, base, conflict } = sync;
  const isChanged = hasChanges(sync);
  useReadRole(state === "refused");
  const [view, setView] = useState<TextView>("text");
  const [closed, setClosed] = useState<string>();
  const comments = usePageComments(params);
  const isResolving = conflict !== undefined && conflict.version !== closed;
  const publish = useChange(
    ({ over, ...body }: PageText & { readonly over: string }) =>
      api.call(updatePageContent, { params, body, ifMatch: over }),
    (published) => change((before) => rebase(before, published)),
  );
  // The editor takes over changes that others publish.
  useEffect(() => queueMicrotask(() => replace((before) => followPage(before, content))), [content, replace]);
  const type = (typed: Partial<PageText>): void => {
    change((before) => ({ ...before, text: { ...before.text, ...typed } }));
    onType();
  };
  const show = ({ title, markdown }: PageText): void =>
    replace((before) => ({ ...before, text: { title, markdown } }));
  // Nothing can be lost, so that the window joins those that edit together.
  const canJoin = isShared === true && !isChanged && state === "saved" && conflict === undefined;
  useEffect(() => {
    if (canJoin) onJoin(undefined);
  }, [canJoin, onJoin]);
  const share = useChange(
    async () => {
      const joining = { text, base, version: sync.stored?.version };
      const { startShared } = await import("../shared-drafts/shared-server.ts");
      if (isShared === false) await startShared(params, text, base.revisionId);
      return joining;
    },
    (joining) => onJoin(joining),
  );
  const discard = (): void => {
    show(base);
    showToast({ title: "Draft discarded", onUndo: () => show(text) });
  };
  const offerUndo = (choice: string): void => {
    if (choice === "theirs")
      showToast({ title: "Replaced with the other window’s text", onUndo: () => show(text) });
  };
  const isPublishConflict = publish.error instanceof ApiError && publish.error.code === "precondition_failed";
  return (
    <>
      <EditorForm
        page={params}
        comments={comments}
        title={text.title}
        onTitle={(title) => type({ title })}
        isChanged={isChanged}
        isPublishing={publish.isPending}
        onPublish={() => publish.mutate({ ...text, over: base.revisionId })}
        onDiscard={discard}
        onSave={save}
        onStop={state === "unkept" ? undefined : onStop}
        isLocked={share.isPending}
        draftStatus={isChanged ? sentences[state] : undefined}
        revisionId={base.revisionId}
        publishedId={publish.data?.revisionId}
        publishHold={
          requiresApproval
            ? `This space requires an approval. ${isShared === true ? "Join the shared draft" : "Choose Edit together"} to send your changes for review.`
            : undefined
        }
        actions={
          <>
            {isShared !== undefined && (
              <Button
                onClick={() => share.mutate(undefined)}
                disabled={state !== "saved" || share.isPending}
                title={
                  isShared
                    ? "Merges your unpublished changes into the draft that others edit"
                    : "Everyone who can edit this page sees your changes as you type"
                }
              >
                {isShared ? "Join shared draft" : "Edit together"}
              </Button>
            )}
            {conflict !== undefined && !isResolving && (
              <Button onClick={() => setClosed(undefined)}>Compare versions</Button>
            )}
          </>
        }
      >
        <TextViews view={view} onView={setView}>
          {(tools) =>
            view === "source" ? (
              <SourceField markdown={text.markdown} onChange={(markdown) => type({ markdown })} />
            ) : (
              <Suspense fallback={<Skeleton />}>
                <RichText
                  {...params}
                  markdown={text.markdown}
                  tools={tools}
                  comments={comments}
                  onChange={(markdown) => type({ markdown })}
                  onMerge={(step) =>
                    replace(({ text: typed, ...before }) => ({
                      ...before,
                      text: { ...typed, markdown: step(typed.markdown) },
                    }))
                  }
                />
              </Suspense>
            )
          }
        </TextViews>
        {!isPublishConflict && <ErrorMessage error={publish.error ?? share.error} />}
      </EditorForm>
      {isPublishConflict && (
        <Suspense>
          <ConflictDialog
            subject="page"
            mine={text}
            version={`${pageId} ${base.revisionId}`}
            readOther={async () => {
              const [theirs, common] = await Promise.all([
                api.call(getPageContent, { params }),
                // Old revisions may have no recorded pages; the dialog then compares the texts without a
                // base.
                api
                  .call(getRevisionPage, { params: { ...params, revisionId: base.revisionId } })
                  .catch(() => undefined),
              ]);
              return { theirs, base: common };
            }}
            onChoose={(chosen, theirs, choice) => {
              offerUndo(choice);
              replace((before) => rebase(before, theirs, chosen));
              publish.reset();
              const { title, markdown } = chosen;
              if (choice !== "theirs") publish.mutate({ title, markdown, over: theirs.revisionId });
            }}
            onClose={() => publish.reset()}
          />
        </Suspense>
      )}
      {!isPublishConflict && isResolving && (
        <Suspense>
          <ConflictDialog
            subject="draft"
            mine={text}
            version={conflict.version}
            readOther={async () => ({ theirs: conflict, base: commonText(sync, conflict) })}
            onChoose={(chosen, _theirs, choice) => {
              offerUndo(choice);
              replace((before) => resolveConflict(before, chosen));
            }}
            onClose={() => setClosed(conflict.version)}
          />
        </Suspense>
      )}
    </>
  );
}

const sentences: Readonly<Record<DraftState, string>> = {
  waiting: "Saving draft…",
  saved: "Draft saved. Only you can see it until you publish.",
  failed:
    "Couldn’t save the draft. Your text is kept in this browser and will be saved once you’re back online.",
  refused:
    "Couldn’t save the draft, because you can no longer edit this page. Your text is kept in this browser and will be saved once you can.",
  unkept: "Couldn’t save the draft, and this browser’s storage is full. Keep this page open.",
  conflict: "Not saved: another window changed the same lines.",
};
