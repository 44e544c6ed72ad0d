import { contentLimits } from "@plugboard/content/limits";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { CommentsPanel } from "../comments/comments-panel.tsx";
import type { PageComments } from "../comments/page-comments.ts";

interface EditorFormProps {
  readonly page: { readonly spaceId: string; readonly pageId: string };
  readonly comments: PageComments;
  readonly title: string;
  readonly onTitle: (title: string) => void;
  readonly isChanged: boolean;
  readonly isPublishing: boolean;
  readonly onPublish: () => void;
  readonly onDiscard: () => void;
  /** Called when Ctrl + S is pressed. */
  readonly onSave: () => void;
  /** Closes the editor of someone whose role no longer allows editing. */
  readonly onStop: (() => void) | undefined;
  /** Whether unpublished changes are saved. `undefined` without any. */
  readonly draftStatus: string | undefined;
  /** The page revision that the text is based on. */
  readonly revisionId: string;
  /** The page revision that this editor published last. */
  readonly publishedId: string | undefined;
  /** Whether the editor is about to be replaced, so that text typed now would be lost. */
  readonly isLocked: boolean;
  /** The reason why the changes can't be published yet. `undefined` if they can. */
  readonly publishHold?: string | undefined;
  /** More buttons beside **Publish**. */
  readonly actions?: ReactNode;
  /** The text. */
  readonly children: ReactNode;
}

/** The form around a page's text, with its title and buttons to publish or discard the draft, and the page's comments. */
export function EditorForm({
  page,
  comments,
  title,
  onTitle,
  isChanged,
  isPublishing,
  onPublish,
  onDiscard,
  onSave,
  onStop,
  draftStatus,
  revisionId,
  publishedId,
  isLocked,
  publishHold,
  actions,
  children,
}: EditorFormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const save = useRef(onSave);
  useEffect(() => {
    save.current = onSave;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey)) return;
      if (event.key === "s") save.current();
      else if (event.key === "Enter") form.current?.requestSubmit();
      else return;
      event.preventDefault();
    };
    // Capture, because the text editor inserts a line break on Ctrl + Enter.
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, []);
  const canPublish = isChanged && !isPublishing && publishHold === undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canPublish) onPublish();
  };
  const published = publishedId === revisionId ? `Published as ${revisionId}` : "No unpublished changes";
  return (
    <>
      {onStop !== undefined && (
        <div className="row panel" role="alert">
          <span>Your role no longer allows editing. Changes are kept in this browser.</span>
          {/* The user closes the editor: if it closed on its own, the next keystrokes would be lost. */}
          <Button onClick={onStop}>Stop editing</Button>
        </div>
      )}
      <form ref={form} className="panel" onSubmit={submit} inert={isLocked}>
        <label className="title-field">
          <span className="visually-hidden">Title</span>
          <input
            value={title}
            onChange={({ target: { value } }) => onTitle(value)}
            dir="auto"
            required
            maxLength={contentLimits.titleLength}
          />
        </label>
        {children}
        <div className="row editor-bar">
          <button
            type="submit"
            className="button"
            data-variant="primary"
            disabled={!canPublish}
            title={publishHold ?? "Ctrl + Enter"}
          >
            Publish
          </button>
          {isChanged && <Button onClick={onDiscard}>Discard draft</Button>}
          {actions}
          <output className="hint">
            {draftStatus ?? published}
            {isChanged && publishHold !== undefined && ` ${publishHold}`}
          </output>
        </div>
      </form>
      <CommentsPanel {...page} canEdit comments={comments} />
    </>
  );
}
