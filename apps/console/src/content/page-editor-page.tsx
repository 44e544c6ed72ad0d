import "./content.css";
import type { PageContent, PageDraft } from "@plugboard/api/client";
import { ApiError } from "@plugboard/api/client";
import {
  getPageContent,
  getSession,
  getSpace,
  listPageDrafts,
  listPages,
  updatePageContent,
} from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { FolderInput, History, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAll, useReadOnce } from "../data/queries.ts";
import { useSignedIn } from "../people/use-person.ts";
import { ActionMenu } from "../ui/action-menu.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Page, Skeleton } from "../ui/page.tsx";
import { showToast } from "../ui/show-toast.ts";
import type { OtherText } from "./conflict-dialog.tsx";
import {
  type DraftPlace,
  type DraftState,
  type PageText,
  readDraft,
  readKeptDraft,
  useDraft,
} from "./page-draft.ts";
import { PageDialog, type PageQuestion } from "./page-dialogs.tsx";
import { PageTree } from "./page-tree.tsx";

const RichText = lazy(async () => ({ default: (await import("./editor/rich-text.tsx")).RichText }));
const Markdown = lazy(async () => ({ default: (await import("../ui/markdown.tsx")).Markdown }));
const ConflictDialog = lazy(async () => ({
  default: (await import("./conflict-dialog.tsx")).ConflictDialog,
}));

const route = getRouteApi("/content/spaces/$spaceId/pages/$pageId");

/** Edits one page, with the blocks of integrations in it, beside the other pages of its space. */
export function PageEditorPage(): ReactNode {
  const { spaceId, pageId } = route.useParams();
  const params = { spaceId, pageId };
  const space = useReadOnce(getSpace, { params: { spaceId } });
  const pages = useReadAll(listPages, { params: { spaceId } });
  const drafts = useReadAll(listPageDrafts, { params: { spaceId } });
  const content = useReadOnce(getPageContent, { params });
  const session = useReadOnce(getSession);
  const { person, isEditor } = useSignedIn();
  const author = person?.id ?? "administrator";
  const draft = useQuery({
    queryKey: ["page-draft", author, params],
    queryFn: () => readDraft(params),
    enabled: session.isSuccess && isEditor,
    // The editor goes on from it, and nothing else shows it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [question, setQuestion] = useState<PageQuestion>();
  const navigate = useNavigate();
  const page = pages.data?.find(({ id }) => id === pageId);
  // Without the draft that the server has, the editor would save over it.
  const isRead = content.data !== undefined && session.isSuccess && (draft.data !== undefined || !isEditor);
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
              label={`Actions of the page ${page.title}`}
              groups={[
                [
                  { title: "Rename…", icon: Pencil, run: () => setQuestion({ action: "rename", page }) },
                  { title: "Move to…", icon: FolderInput, run: () => setQuestion({ action: "move", page }) },
                ],
                [{ title: "Delete…", icon: Trash2, run: () => setQuestion({ action: "delete", page }) }],
              ]}
            />
          )}
        </>
      }
    >
      <ErrorMessage
        error={content.error ?? draft.error}
        onRetry={() => void (content.error === null ? draft : content).refetch()}
      />
      <div className="editor-columns">
        <aside className="panel editor-tree" aria-label="Pages of the space" hidden={pages.isError}>
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
        <div className="page-part">
          {content.isPending && <Skeleton />}
          {isRead && isEditor && (
            // Somebody else may sign in at the same window.
            <Editor
              key={`${author} ${pageId}`}
              place={{ spaceId, pageId, author }}
              content={content.data}
              draft={draft.data ?? undefined}
            />
          )}
          {isRead && !isEditor && (
            <section className="panel prose" aria-label="Text">
              <Suspense fallback={<Skeleton />}>
                <Markdown text={content.data.markdown} />
              </Suspense>
            </section>
          )}
        </div>
      </div>
      {question !== undefined && (
        <PageDialog
          spaceId={spaceId}
          pages={pages.data ?? []}
          question={question}
          onClose={() => setQuestion(undefined)}
          onDeleted={() => void navigate({ to: "/content" })}
        />
      )}
    </Page>
  );
}

interface EditorProps {
  readonly place: DraftPlace;
  readonly content: PageContent;
  readonly draft: PageDraft | undefined;
}

function Editor({ place, content, draft: saved }: EditorProps) {
  const { spaceId, pageId } = place;
  const form = useRef<HTMLFormElement>(null);
  // What was typed is there after a reload, a sign-out or another page: in this browser until the server has it.
  const [kept] = useState(() => readKeptDraft(place));
  const [begun] = useState(kept ?? saved ?? { ...content, version: "" });
  const [text, setText] = useState<PageText>({ title: begun.title, markdown: begun.markdown });
  // What the platform has; it may be read again while it is edited, and the text here is still a change of what it began with.
  const [base, setBase] = useState<PageContent>({ ...content, revisionId: begun.revisionId });
  const [view, setView] = useState<View>();
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
  const show = (next: View): void => {
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

type View = "text" | "source" | undefined;

interface TextViewsProps {
  readonly view: View;
  readonly markdown: string;
  readonly onView: (view: "text" | "source") => void;
  readonly children: (shown: "text" | "source") => ReactNode;
}

/** Lets a page be edited as it looks, or as Markdown where editing it as it looks would lose something. */
function TextViews({ view, markdown, onView, children }: TextViewsProps) {
  const [survives, setSurvives] = useState<boolean | undefined>();
  useEffect(() => {
    let isGone = false;
    const look = async (): Promise<void> => {
      const { survivesEditing } = await import("./editor/page-markdown.ts");
      if (!isGone) setSurvives(survivesEditing(markdown));
    };
    void look();
    return () => {
      isGone = true;
    };
    // Looked at when the text is about to be shown, and not while it is typed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [view]);
  if (survives === undefined && view === undefined) return <Skeleton />;
  const shown = view === "source" || survives === false ? "source" : "text";
  return (
    <>
      <div className="row page-views">
        <Button aria-pressed={shown === "text"} disabled={survives === false} onClick={() => onView("text")}>
          Text
        </Button>
        <Button aria-pressed={shown === "source"} onClick={() => onView("source")}>
          Source
        </Button>
        {survives === false && (
          <span className="hint">This page has something in it that only its Markdown can show.</span>
        )}
      </div>
      {children(shown)}
    </>
  );
}
