import type { PageContent } from "@plugboard/api/client";
import { getPageContent, updatePageContent } from "@plugboard/api/routes";
import { useState } from "react";
import { Link } from "wouter";
import { BlockPanel } from "../parts/block-panel.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { api } from "../platform-api.ts";
import { useChange, useReadOnce } from "../queries.ts";

interface PageEditorProps {
  readonly spaceId: string;
  readonly pageId: string;
}

/** Edits one page, with the blocks that integrations offer for it. */
export function PageEditorPage({ spaceId, pageId }: PageEditorProps) {
  const content = useReadOnce(getPageContent, { params: { spaceId, pageId } });
  return (
    <>
      <p>
        <Link href="/pages">← Pages</Link>
      </p>
      <ErrorMessage error={content.error} />
      {content.data !== undefined && <Editor spaceId={spaceId} content={content.data} />}
      <BlockPanel spaceId={spaceId} pageId={pageId} />
    </>
  );
}

interface EditorProps {
  readonly spaceId: string;
  readonly content: PageContent;
}

function Editor({ spaceId, content }: EditorProps) {
  const { pageId } = content;
  const [title, setTitle] = useState(content.title);
  const [markdown, setMarkdown] = useState(content.markdown);
  // What is shown may be read again while it is edited; the text here is still a change of the version it began with.
  const [version, setVersion] = useState(content.revisionId);
  const save = useChange(
    () =>
      api.call(updatePageContent, {
        params: { spaceId, pageId },
        body: { title, markdown },
        ifMatch: version,
      }),
    ({ revisionId }) => setVersion(revisionId),
  );
  const changed = title !== content.title || markdown !== content.markdown;
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined);
      }}
    >
      <label>
        Title
        <input value={title} onChange={(event) => setTitle(event.target.value)} required maxLength={200} />
      </label>
      <label>
        Markdown
        <textarea rows={14} value={markdown} onChange={(event) => setMarkdown(event.target.value)} />
      </label>
      <ErrorMessage error={save.error} />
      <p className="row">
        <button type="submit" disabled={save.isPending || !changed}>
          Save
        </button>
        <output className="hint">{save.isSuccess && !changed ? `Saved as ${content.revisionId}` : ""}</output>
      </p>
    </form>
  );
}
