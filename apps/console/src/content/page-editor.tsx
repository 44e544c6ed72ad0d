import type { PageContent, PageDraft } from "@plugboard/api/client";
import { ApiError } from "@plugboard/api/client";
import { updatePageContent } from "@plugboard/api/routes";
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Skeleton } from "../ui/page.tsx";
import { showToast } from "../ui/show-toast.ts";
import type { OtherText } from "./conflict-dialog.tsx";
import { type DraftPlace, type DraftState, type PageText, readKeptDraft, useDraft } from "./page-draft.ts";
import { type TextView, TextViews } from "./text-views.tsx";

const RichText = lazy(async () => ({ default: (await import("./editor/rich-text.tsx")).RichText }));
const ConflictDialog = lazy(async () => ({
  default: (await import("./conflict-dialog.tsx")).ConflictDialog,
}));

interface PageEditorProps {
  readonly place: DraftPlace;
  readonly content: PageContent;
  readonly draft: PageDraft | undefined;
}

/** Edits the text of a page as a draft, and publishes it. */
export function PageEditor({ place, content, draft: saved }: PageEditorProps): ReactNode {
  const { spaceId, pageId } = place;
  const form = useRef<HTMLFormElement>(null);
  // What was typed is there after a reload, a sign-out or another page: in this browser until the server has it.
  const [kept] = useState(() => readKeptDraft(place));
  const [begun] = useState(kept ?? saved ?? { ...content, version: "" });
  const [text, setText] = useState<PageText>({ title: begun.title, markdown: begun.markdown });
  // What the platform has; it may be read again while it is edited, and the text here is still a change of what it began with.
  const [base, setBase] = useState<PageContent>({ ...content, revisionId: begun.revisionId });
  const [view, setView] = useState<TextView>();
  // The rich text begins anew with another text: after a look at the source, or at what somebody else saved.
  const [edition, setEdition] = useState(0);
  const isChanged = text.title !== base.title || text.markdown !== base.markdown;
  const draft = useDraft(
    place,
    { ...begun, isKept: kept !== undefined },
    { ...text, revisionId: base.revisionId, isChanged },
  );
  const publish = useChange(
    ({ over, ...body }: PageText & { readonly over: string }) =>
      api.call(updatePageContent, { params: { spaceId, pageId }, body, ifMatch: over }),
    (published) => setBase(published),
  );
  // What nobody typed on follows what is published elsewhere: a new name, a revision that is restored.
  const [seen, setSeen] = useState(content);
  if (content !== seen) {
    setSeen(content);
    if (!isChanged && content.revisionId !== base.revisionId) {
      setBase(content);
      setText({ title: content.title, markdown: content.markdown });
      setEdition(edition + 1);
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged && !publish.isPending) publish.mutate({ ...text, over: base.revisionId });
  };
  const saveDraft = useRef(draft.save);
  useEffect(() => {
    saveDraft.current = draft.save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey)) return;
      if (event.key === "s") saveDraft.current();
      else if (event.key === "Enter") form.current?.requestSubmit();
      else return;
      event.preventDefault();
    };
    // Before the text, where Ctrl + Enter begins a line.
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, []);
  const replace = (next: PageText): void => {
    setText({ title: next.title, markdown: next.markdown });
    setEdition((before) => before + 1);
  };
  const discard = (): void => {
    const typed = text;
    replace(base);
    showToast({ title: "Discarded the draft", onUndo: () => replace(typed) });
  };
  const isConflict = publish.error instanceof ApiError && publish.error.code === "precondition_failed";
  const show = (next: TextView): void => {
    setView(next);
    setEdition(edition + 1);
  };
  return (
    <form ref={form} className="panel" onSubmit={submit}>
      <label>
        Title
        <input
          value={text.title}
          onChange={(event) => setText({ ...text, title: event.target.value })}
          required
          maxLength={200}
        />
      </label>
      <TextViews view={view} markdown={text.markdown} onView={show}>
        {(shown) =>
          shown === "source" ? (
            <label>
              Markdown
              <textarea
                rows={18}
                value={text.markdown}
                onChange={(event) => setText({ ...text, markdown: event.target.value })}
              />
            </label>
          ) : (
            <Suspense fallback={<Skeleton />}>
              <RichText
                key={edition}
                spaceId={spaceId}
                pageId={pageId}
                markdown={text.markdown}
                onChange={(markdown) => setText((before) => ({ ...before, markdown }))}
              />
            </Suspense>
          )
        }
      </TextViews>
      {!isConflict && <ErrorMessage error={publish.error} />}
      <div className="row editor-bar">
        <button
          type="submit"
          className="button"
          data-look="primary"
          disabled={publish.isPending || !isChanged}
          title="Ctrl + Enter"
        >
          Publish
        </button>
        {isChanged && <Button onClick={discard}>Discard the draft</Button>}
        <output className="hint">
          {isChanged
            ? sentences[draft.state]
            : publish.data?.revisionId === base.revisionId
              ? `Published as ${base.revisionId}`
              : "Everything is published."}
        </output>
      </div>
      {(isConflict || draft.state === "conflict") && (
        <Suspense>
          <ConflictDialog
            place={place}
            subject={isConflict ? "page" : "draft"}
            mine={text}
            revisionId={base.revisionId}
            onTheirs={(theirs) => {
              replace(theirs);
              takeOver(theirs);
              publish.reset();
            }}
            onMine={(next, theirs) => {
              replace(next);
              takeOver(theirs);
              if (isConflict) publish.mutate({ ...next, over: theirs.revisionId });
            }}
            onClose={() => (isConflict ? publish.reset() : draft.continueFrom(""))}
          />
        </Suspense>
      )}
    </form>
  );

  /** What is typed from now on is a change of theirs. */
  function takeOver(theirs: OtherText): void {
    if (isConflict) setBase({ ...theirs, pageId });
    else draft.continueFrom(theirs.version);
  }
}

const sentences: Readonly<Record<DraftState, string>> = {
  waiting: "Saving the draft…",
  saved: "Draft saved. Only you see it until it is published.",
  failed: "The draft could not be saved. What you typed is kept in this browser, and tried again.",
  conflict: "The draft was changed in another window.",
};
