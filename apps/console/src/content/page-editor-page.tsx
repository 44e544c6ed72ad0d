import type { PageContent } from "@plugboard/api/client";
import { ApiError } from "@plugboard/api/client";
import { getPageContent, updatePageContent } from "@plugboard/api/routes";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useReadOnce } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Page, Skeleton } from "../ui/page.tsx";
import "./content.css";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { forgetDraft, keepDraft, readDraft } from "./page-draft.ts";

const RichText = lazy(async () => ({ default: (await import("./editor/rich-text.tsx")).RichText }));

const route = getRouteApi("/content/spaces/$spaceId/pages/$pageId");

/** Edits one page, with the blocks of integrations in it. */
export function PageEditorPage(): ReactNode {
  const { spaceId, pageId } = route.useParams();
  const content = useReadOnce(getPageContent, { params: { spaceId, pageId } });
  return (
    <Page title={content.data?.title ?? "Page"} above={<Link to="/content">Content</Link>}>
      <ErrorMessage error={content.error} />
      {content.isPending && <Skeleton />}
      {content.data !== undefined && <Editor key={pageId} spaceId={spaceId} content={content.data} />}
    </Page>
  );
}

interface EditorProps {
  readonly spaceId: string;
  readonly content: PageContent;
}

function Editor({ spaceId, content }: EditorProps) {
  const { pageId } = content;
  // What was typed and not saved is there after a reload, a sign-out or another page.
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useState(() => readDraft(pageId) ?? content);
  const [title, setTitle] = useState(draft.title);
  const [markdown, setMarkdown] = useState(draft.markdown);
  // What the platform has; it may be read again while it is edited, and the text here is still a change of what it began with.
  const [base, setBase] = useState<PageContent>({ ...content, revisionId: draft.revisionId });
  const version = base.revisionId;
  const [view, setView] = useState<View>();
  // The rich text begins anew with another text: after a look at the source, or at what somebody else saved.
  const [edition, setEdition] = useState(0);
  const save = useChange(
    (over: string) =>
      api.call(updatePageContent, { params: { spaceId, pageId }, body: { title, markdown }, ifMatch: over }),
    setBase,
  );
  const changed = title !== base.title || markdown !== base.markdown;
  useEffect(() => {
    if (changed) keepDraft({ pageId, title, markdown, revisionId: version });
    else forgetDraft(pageId);
  }, [changed, pageId, title, markdown, version]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (changed && !save.isPending) save.mutate(version);
  };
  useEffect(() => {
    const saveByKey = (event: KeyboardEvent): void => {
      if (event.key !== "s" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    window.addEventListener("keydown", saveByKey);
    return () => window.removeEventListener("keydown", saveByKey);
  }, []);
  const takeTheirs = (theirs: PageContent): void => {
    setTitle(theirs.title);
    setMarkdown(theirs.markdown);
    setBase(theirs);
    setEdition(edition + 1);
    save.reset();
  };
  const isConflict = save.error instanceof ApiError && save.error.code === "precondition_failed";
  const show = (next: View): void => {
    setView(next);
    setEdition(edition + 1);
  };
  return (
    <form ref={form} className="panel" onSubmit={submit}>
      <label>
        Title
        <input value={title} onChange={(event) => setTitle(event.target.value)} required maxLength={200} />
      </label>
      <TextViews view={view} markdown={markdown} onView={show}>
        {(shown) =>
          shown === "source" ? (
            <label>
              Markdown
              <textarea rows={18} value={markdown} onChange={(event) => setMarkdown(event.target.value)} />
            </label>
          ) : (
            <Suspense fallback={<Skeleton />}>
              <RichText
                key={edition}
                spaceId={spaceId}
                pageId={pageId}
                markdown={markdown}
                onChange={setMarkdown}
              />
            </Suspense>
          )
        }
      </TextViews>
      {!isConflict && <ErrorMessage error={save.error} />}
      <p className="row">
        <button type="submit" className="button" data-look="primary" disabled={save.isPending || !changed}>
          Save
        </button>
        <output className="hint">{stateOf({ changed, saved: save.isSuccess, version })}</output>
      </p>
      {isConflict && (
        <ConflictDialog
          spaceId={spaceId}
          mine={{ title, markdown }}
          pageId={pageId}
          onTheirs={takeTheirs}
          onMine={({ revisionId }) => save.mutate(revisionId)}
          onClose={() => save.reset()}
        />
      )}
    </form>
  );
}

function stateOf({
  changed,
  saved,
  version,
}: {
  readonly changed: boolean;
  readonly saved: boolean;
  readonly version: string;
}): string {
  if (changed) return "Not saved yet. What you typed is kept in this browser.";
  return saved ? `Saved as ${version}` : "";
}

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
