import type { PageContent } from "@plugboard/api/client";
import { useState } from "react";
import { Link } from "wouter";
import { callApi } from "../call-api.ts";
import { BlockPanel } from "../parts/block-panel.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { useChange, useRead } from "../queries.ts";

interface PageEditorProps {
  readonly spaceId: string;
  readonly pageId: string;
}

/** Edits one page, with the blocks that integrations offer for it. */
export function PageEditorPage({ spaceId, pageId }: PageEditorProps) {
  const path = `/v1/spaces/${spaceId}/pages/${pageId}/content`;
  const content = useRead("content", path, { live: false });
  return (
    <>
      <p>
        <Link href="/pages">← Pages</Link>
      </p>
      <ErrorMessage error={content.error} />
      {content.data !== undefined && <Editor path={path} content={content.data} />}
      <BlockPanel spaceId={spaceId} pageId={pageId} />
    </>
  );
}

function Editor({ path, content }: { readonly path: string; readonly content: PageContent }) {
  const [title, setTitle] = useState(content.title);
  const [markdown, setMarkdown] = useState(content.markdown);
  const save = useChange(() => callApi<PageContent>("PATCH", path, { title, markdown }));
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
