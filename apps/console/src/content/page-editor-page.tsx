import type { PageContent } from "@plugboard/api/client";
import { getPageContent, updatePageContent } from "@plugboard/api/routes";
import { useState } from "react";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useReadOnce } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Page, Skeleton } from "../ui/page.tsx";
import { BlockPanel } from "./block-panel.tsx";

const route = getRouteApi("/content/spaces/$spaceId/pages/$pageId");

/** Edits one page, with the blocks that integrations offer for it. */
export function PageEditorPage(): ReactNode {
  const { spaceId, pageId } = route.useParams();
  const content = useReadOnce(getPageContent, { params: { spaceId, pageId } });
  return (
    <Page title={content.data?.title ?? "Page"} above={<Link to="/content">Content</Link>}>
      <ErrorMessage error={content.error} />
      {content.isPending && <Skeleton />}
      {content.data !== undefined && <Editor key={pageId} spaceId={spaceId} content={content.data} />}
      <BlockPanel key={`blocks of ${pageId}`} spaceId={spaceId} pageId={pageId} />
    </Page>
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
        <button type="submit" className="button" data-look="primary" disabled={save.isPending || !changed}>
          Save
        </button>
        <output className="hint">{save.isSuccess && !changed ? `Saved as ${content.revisionId}` : ""}</output>
      </p>
    </form>
  );
}
