import "./shared-editor.css";
import { ApiError } from "@plugboard/api/client";
import type { PageContent, PagePresence } from "@plugboard/content/types";
import {
  discardPageDraft,
  getPageContent,
  requestDraftReview,
  updatePageContent,
} from "@plugboard/content/routes";
import { Collaboration } from "@tiptap/extension-collaboration";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { api } from "../../data/platform-api.ts";
import { useChange } from "../../data/queries.ts";
import { useReadRole } from "../../people/use-person.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { useDraftReview } from "../reviews/draft-review.ts";
import { EditorForm } from "../texts/editor-form.tsx";
import { RichText } from "../editor/rich-text.tsx";
import { keepSource } from "../editor/keep-source.ts";
import { type DraftTarget, keepDraft } from "../drafts/kept-drafts.ts";
import { mergeRevision } from "./merge-revision.ts";
import { isSameText, mergeTexts, type PageText } from "../texts/merge-texts.ts";
import { usePageComments } from "../comments/page-comments.ts";
import type { DraftState } from "../drafts/page-draft.ts";
import { createRandomId } from "../common/random-id.ts";
import type { SharedChanges, SharedSession } from "./create-shared-session.ts";
import { createSharedCarets } from "./shared-carets.ts";
import { SharedSourceField } from "./shared-source-field.tsx";
import { blocksOf, textOf, titleOf, writeText, writeTitle } from "./shared-text.ts";
import { type TextView, TextViews } from "../texts/text-views.tsx";
import { useSharedSession } from "./use-shared-session.ts";

/** A private draft to merge into the shared one. */
export interface JoiningDraft {
  readonly text: PageText;
  readonly base: PageText & { readonly revisionId: string };
  /** The version of the stored draft, which is discarded once the shared draft contains its text. */
  readonly version: string | undefined;
}

interface SharedEditorProps {
  readonly target: DraftTarget;
  readonly content: PageContent;
  /** Whether the space requires an approval before pages are published. */
  readonly requiresApproval: boolean;
  readonly opened: SharedChanges;
  readonly joining: JoiningDraft | undefined;
  /** The other windows that have the page open. */
  readonly others: readonly PagePresence[];
  readonly onType: () => void;
  readonly onCaret: (caret: string | undefined) => void;
  /** Called once the shared draft no longer exists. Changes that it lacks were kept as a private draft. */
  readonly onEnd: () => void;
  /** Closes the editor of someone whose role no longer allows editing. */
  readonly onStop: (() => void) | undefined;
}

/** Edits a page's shared draft together with others and publishes it. */
export function SharedEditor({
  target,
  content,
  requiresApproval,
  opened,
  joining,
  others,
  onType,
  onCaret,
  onEnd,
  onStop,
}: SharedEditorProps): ReactNode {
  const { spaceId, pageId, changeRequest } = target;
  const params = { spaceId, pageId };
  const [view, setView] = useState<TextView>("text");
  const { session, state, sync, forget } = useSharedSession(target, opened, (one) => join(one, joining));
  useReadRole(state === "refused");
  const [text, setText] = useState(() => textOf(session.doc));
  const comments = usePageComments(params);

  const moveCaret = useRef(onCaret);
  // oxlint-disable-next-line react/refs -- read when the caret moves, not while this renders
  const [carets] = useState(() => createSharedCarets(session.doc, (caret) => moveCaret.current(caret)));
  useEffect(() => {
    moveCaret.current = onCaret;
  });
  useEffect(() => () => carets.close(), [carets]);
  useEffect(() => carets.show(others), [carets, others]);
  const [extensions] = useState(() => [
    Collaboration.configure({ fragment: blocksOf(session.doc) }),
    carets.extension,
  ]);

  useEffect(() => {
    const title = titleOf(session.doc);
    const show = (): void => setText((before) => ({ ...before, title: title.toJSON() }));
    title.observe(show);
    return () => title.unobserve(show);
  }, [session]);

  const print = useMemo(() => keepSource(content.markdown), [content.markdown]);
  const printed = { title: text.title, markdown: print(text.markdown) };
  const isChanged = !isSameText(printed, content);

  // The private draft is kept until the server has its text.
  const version = useRef(joining?.version);
  useEffect(() => {
    if (state !== "saved" || version.current === undefined) return;
    // Another window may have changed it.
    api.call(discardPageDraft, { params: { spaceId, pageId }, ifMatch: version.current }).catch(() => {});
    version.current = undefined;
  }, [state, spaceId, pageId]);

  // Changes that were published without this draft become part of it.
  useEffect(() => {
    const follow = async (): Promise<void> => {
      if (content.revisionId === session.revisionId()) return;
      await sync();
      if (content.revisionId !== session.revisionId()) await mergeRevision(session, spaceId, content);
    };
    follow().catch(() => {});
  }, [content, session, spaceId, sync]);

  const hasEnded = session.hasEnded();
  const isKept = useRef(false);
  useEffect(() => {
    if (!hasEnded || isKept.current) return;
    isKept.current = true;
    const base = { title: content.title, markdown: content.markdown, revisionId: content.revisionId };
    const { title, markdown } = mergeTexts(session.storedText(), textOf(session.doc), content);
    if (!isSameText({ title, markdown }, content))
      keepDraft(target, createRandomId(), { text: { title, markdown }, base, unconfirmed: [] });
    forget();
    onEnd();
  }, [hasEnded, content, target, session, forget, onEnd]);

  const review = useDraftReview(params).data;
  const isReviewed =
    review !== null &&
    review?.isCurrent === true &&
    review.sequence === session.sequence() &&
    state === "saved";
  const approved = isReviewed && review.decision?.outcome === "approved" ? review : undefined;
  const request = useChange(
    async () => {
      await sync();
      const { title, markdown } = textOf(session.doc);
      const { draftId, sequence } = session;
      const body = { draftId, sequence: sequence(), title, markdown: print(markdown) };
      return await api.call(requestDraftReview, { params, body });
    },
    () => showToast({ title: "Sent for review" }),
  );
  const publish = useChange(
    async () => {
      if (approved !== undefined) {
        const { title, markdown, draftId, revisionId } = approved;
        const body = { title, markdown, sharedDraft: draftId };
        return await api.call(updatePageContent, { params, body, ifMatch: revisionId });
      }
      for (let tries = 0; ; tries += 1) {
        await sync();
        const { title, markdown } = textOf(session.doc);
        const body = { title, markdown: print(markdown), sharedDraft: session.draftId };
        try {
          return await api.call(updatePageContent, { params, body, ifMatch: session.revisionId() });
        } catch (error) {
          const isOutdated = error instanceof ApiError && error.code === "precondition_failed";
          if (!isOutdated || tries === 2) throw error;
          await mergeRevision(session, spaceId, await api.call(getPageContent, { params }));
        }
      }
    },
    () => void sync().catch(() => {}),
  );
  const write = (next: PageText): void => {
    writeText(session.doc, next);
    setText(textOf(session.doc));
  };
  const change = (markdown: string, isTyped: boolean): void => {
    setText((before) => ({ ...before, markdown }));
    if (isTyped) onType();
  };
  const discard = (): void => {
    const before = textOf(session.doc);
    write(content);
    showToast({
      title: "Draft discarded for everyone",
      onUndo: () => write(mergeTexts(content, before, textOf(session.doc))),
    });
  };
  return (
    <EditorForm
      page={params}
      comments={comments}
      title={text.title}
      onTitle={(title) => {
        session.doc.transact(() => writeTitle(titleOf(session.doc), title));
        onType();
      }}
      isChanged={isChanged}
      isPublishing={publish.isPending}
      onPublish={() => publish.mutate(undefined)}
      onDiscard={discard}
      isLocked={hasEnded}
      onSave={() => void sync().catch(() => {})}
      onStop={state === "unkept" ? undefined : onStop}
      draftStatus={isChanged || state !== "saved" ? sentences[state] : undefined}
      revisionId={content.revisionId}
      publishedId={publish.data?.revisionId}
      publishHold={
        changeRequest === undefined
          ? requiresApproval && approved === undefined
            ? "Another person must approve it first."
            : undefined
          : "It’s published with its change request."
      }
      actions={
        changeRequest === undefined &&
        isChanged &&
        (!isReviewed || review.decision?.outcome === "changes-requested") && (
          <Button
            onClick={() => request.mutate(undefined)}
            busy={request.isPending}
            title="Asks another person to approve this draft"
          >
            Send for review
          </Button>
        )
      }
    >
      <span className="hint">
        {changeRequest === undefined
          ? "This draft is shared with everyone who can edit this page."
          : "This draft is part of a change request, and shared with everyone who can edit this page."}
      </span>
      <TextViews view={view} onView={setView}>
        {(tools) =>
          view === "source" ? (
            <SharedSourceField doc={session.doc} print={print} onChange={change} />
          ) : (
            <RichText
              {...params}
              markdown={text.markdown}
              shared={extensions}
              tools={tools}
              comments={comments}
              onChange={change}
              onMerge={(step) => {
                const { title, markdown } = textOf(session.doc);
                write({ title, markdown: step(markdown) });
              }}
            />
          )
        }
      </TextViews>
      <ErrorMessage error={publish.error ?? request.error} />
    </EditorForm>
  );
}

/** Merges a private draft into a shared one. Keeps both versions of lines that both changed. */
function join({ doc, revisionId }: SharedSession, joining: JoiningDraft | undefined): void {
  if (joining === undefined) return;
  const { text, base } = joining;
  const shared = textOf(doc);
  const { title, markdown } = mergeTexts(base.revisionId === revisionId() ? base : undefined, shared, text);
  if (!isSameText({ title, markdown }, shared)) writeText(doc, { title, markdown });
}

const sentences: Readonly<Record<DraftState, string>> = {
  waiting: "Saving shared draft…",
  saved: "Shared draft saved. Visitors can’t see it until you publish.",
  failed:
    "Couldn’t save the shared draft. Your changes are kept in this browser and will be merged once you’re back online.",
  refused:
    "Couldn’t save the shared draft, because you can no longer edit this page. Your changes are kept in this browser and will be merged once you can.",
  unkept: "Couldn’t save the shared draft, and this browser’s storage is full. Keep this page open.",
  conflict: "Saving shared draft…",
};
