import { EditorContent, useEditor } from "@tiptap/react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { useBlockCatalog } from "./block-catalog.ts";
import { BlockLocationContext } from "./block-view.tsx";
import { useLinkedPages } from "./page-links.tsx";
import { readMarkdown } from "./page-markdown.ts";
import { createShownExtensions } from "./shown-extensions.ts";

interface PageViewProps {
  readonly spaceId: string;
  readonly pageId: string;
  readonly markdown: string;
}

/** The text of a page for people who can't edit it. */
export function PageView({ spaceId, pageId, markdown }: PageViewProps): ReactNode {
  const offered = useBlockCatalog(spaceId);
  const pages = useLinkedPages(spaceId, pageId);
  const navigate = useNavigate();
  const open = useRef<(event: MouseEvent) => boolean>(() => false);
  useEffect(() => {
    open.current = (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const target = pages?.find(({ href }) => href === link?.getAttribute("href"));
      if (target === undefined) return false;
      event.preventDefault();
      void navigate({ to: "/content/spaces/$spaceId/pages/$pageId", params: { spaceId, pageId: target.id } });
      return true;
    };
  }, [pages, navigate, spaceId]);
  const location = useMemo(() => ({ spaceId, pageId, offered }), [spaceId, pageId, offered]);
  const editor = useEditor(
    {
      editable: false,
      extensions: createShownExtensions(spaceId),
      content: readMarkdown(markdown),
      editorProps: {
        attributes: { class: "page-text", dir: "auto" },
        // oxlint-disable-next-line react/refs -- read after a click, not while this renders
        handleDOMEvents: { click: (_view, event) => open.current(event) },
      },
    },
    [spaceId, markdown],
  );
  return (
    <BlockLocationContext value={location}>
      <EditorContent editor={editor} />
    </BlockLocationContext>
  );
}
