import type { CommentThread } from "@plugboard/content/types";
import {
  createComment,
  deleteComment,
  listComments,
  replyToComment,
  updateComment,
} from "@plugboard/content/routes";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ConfirmButton } from "../../changes/confirm-button.tsx";
import { api } from "../../data/platform-api.ts";
import { useChange, useReadAll } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { formatCount } from "../../ui/format.ts";
import { showToast } from "../../ui/show-toast.ts";
import { TimeAgo } from "../../ui/time.tsx";
import { nameOfAuthor } from "../common/name-of-author.ts";
import type { PageComments } from "./page-comments.ts";

interface CommentsPanelProps {
  readonly spaceId: string;
  readonly pageId: string;
  /** Whether the user can delete threads. */
  readonly canEdit: boolean;
  readonly comments: PageComments;
}

/** Lists the comments of a page. Hidden if there are none. */
export function CommentsPanel({
  spaceId,
  pageId,
  canEdit,
  comments: { active, anchor, close },
}: CommentsPanelProps): ReactNode {
  const params = { spaceId, pageId };
  const threads = useReadAll(listComments, { params });
  const all = threads.data ?? [];
  if (all.length === 0 && anchor === undefined && threads.error === null) return null;
  const open = all.filter(({ resolvedAt }) => resolvedAt === undefined);
  const resolved = all.filter(({ resolvedAt }) => resolvedAt !== undefined);
  const list = (shown: readonly CommentThread[]) => (
    <ul className="plain-list">
      {shown.map((thread) => (
        <Thread key={thread.id} {...{ spaceId, thread, canEdit }} isActive={thread.id === active} />
      ))}
    </ul>
  );
  return (
    <aside className="panel comments" aria-label="Comments">
      <h2>Comments</h2>
      <ErrorMessage error={threads.error} onRetry={() => void threads.refetch()} />
      {anchor !== undefined && (
        <section aria-label="New comment">
          <blockquote dir="auto">{anchor.quote}</blockquote>
          <CommentForm
            label="Comment"
            action="Comment"
            post={(text) => api.call(createComment, { params, body: { anchor, text } })}
            onPosted={close}
            onCancel={close}
          />
        </section>
      )}
      {list(open)}
      {open.length === 0 && anchor === undefined && <p className="hint">No open threads.</p>}
      {resolved.length > 0 && (
        <details>
          <summary>{formatCount(resolved.length, "resolved thread")}</summary>
          {list(resolved)}
        </details>
      )}
    </aside>
  );
}

interface ThreadProps {
  readonly spaceId: string;
  readonly thread: CommentThread;
  readonly canEdit: boolean;
  readonly isActive: boolean;
}

function Thread({ spaceId, thread, canEdit, isActive }: ThreadProps) {
  const { id, pageId, anchor, comments, resolvedAt } = thread;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The focus stays in the text, which may be edited there.
    if (isActive) item.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  const params = { spaceId, pageId, threadId: id };
  const resolve = useChange((resolved: boolean) => api.call(updateComment, { params, body: { resolved } }));
  const show = (): void => {
    const text = document.querySelector(`[data-comment="${CSS.escape(id)}"]`);
    if (text === null) showToast({ title: "The text was changed or removed" });
    else text.scrollIntoView({ block: "center" });
  };
  return (
    <li ref={item} aria-current={isActive || undefined} aria-label={`Thread about ${anchor.quote}`}>
      <button type="button" className="comment-quote" dir="auto" title="Show in the text" onClick={show}>
        {anchor.quote}
      </button>
      {comments.map((comment) => (
        <div key={comment.id} className="comment">
          <strong>{nameOfAuthor(comment.author)}</strong>{" "}
          <span className="hint">
            <TimeAgo time={comment.createdAt} />
          </span>
          <p dir="auto">{comment.text}</p>
        </div>
      ))}
      {resolvedAt === undefined && (
        <CommentForm
          label="Reply"
          action="Reply"
          post={(text) => api.call(replyToComment, { params, body: { text } })}
        />
      )}
      <ErrorMessage error={resolve.error} />
      <div className="row">
        <Button busy={resolve.isPending} onClick={() => resolve.mutate(resolvedAt === undefined)}>
          {resolvedAt === undefined ? "Resolve" : "Reopen"}
        </Button>
        {canEdit && (
          <ConfirmButton
            variant="quiet"
            label="Delete"
            title="Delete this thread?"
            consequence="Its comments are deleted for everyone. You can’t undo this."
            action="Delete thread"
            run={() => api.call(deleteComment, { params })}
          />
        )}
      </div>
    </li>
  );
}

interface CommentFormProps {
  readonly label: string;
  readonly action: string;
  readonly post: (text: string) => Promise<unknown>;
  readonly onPosted?: (() => void) | undefined;
  readonly onCancel?: (() => void) | undefined;
}

/** A field for a comment. Its text is kept if it can't be posted. */
function CommentForm({ label, action, post, onPosted, onCancel }: CommentFormProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isNew = onCancel !== undefined;
  useEffect(() => {
    // A new comment follows a selection, and its field is the next step.
    if (isNew) field.current?.focus();
  }, [isNew]);
  const [text, setText] = useState("");
  const send = useChange(post, () => {
    setText("");
    onPosted?.();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!send.isPending) send.mutate(text);
  };
  return (
    <form onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        ref={field}
        dir="auto"
        rows={2}
        required
        placeholder={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ErrorMessage error={send.error} />
      <div className="row" hidden={text === "" && !isNew}>
        <button
          type="submit"
          className="button"
          data-variant="primary"
          disabled={send.isPending || text.trim() === ""}
        >
          {action}
        </button>
        {isNew && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
