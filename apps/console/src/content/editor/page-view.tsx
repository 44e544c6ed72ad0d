import { EditorContent, useEditor } from "@tiptap/react";
import { useNavigate } from "@tanstack/react-router";
import type { AnyExtension, Editor } from "@tiptap/core";
import { MessageSquarePlus } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { useBlockCatalog } from "./block-catalog.ts";
import { BlockLocationContext } from "./block-view.tsx";
import { createAnchor, type DocumentRange } from "./comment-anchors.ts";
import { createCommentHighlights, showHighlights, type TextComments } from "./comment-highlights.ts";
import { useLinkedPages } from "./page-links.tsx";
import { readMarkdown } from "./page-markdown.ts";
import { createShownExtensions } from "./shown-extensions.ts";

interface PageViewProps {
  readonly spaceId: string;
  readonly pageId: string;
  readonly markdown: string;
  /** The extensions of a text that others edit together. They own the text, and `markdown` isn't read. */
  readonly shared?: readonly AnyExtension[] | undefined;
  readonly comments: TextComments;
}

/** The text of a page for people who can't edit it. */
export function PageView({ spaceId, pageId, markdown, shared, comments }: PageViewProps): ReactNode {
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
      extensions: [
        ...createShownExtensions(spaceId, shared !== undefined),
        ...(shared ?? []),
        createCommentHighlights(comments),
      ],
      ...(shared === undefined && { content: readMarkdown(markdown) }),
      editorProps: {
        attributes: { class: "page-text", dir: "auto" },
        // oxlint-disable-next-line react/refs -- read after a click, not while this renders
        handleDOMEvents: { click: (_view, event) => open.current(event) },
      },
    },
    [spaceId, markdown, shared],
  );
  useEffect(() => showHighlights(editor, comments.highlights), [editor, comments.highlights]);
  const comment = (): void => {
    const anchor = createAnchor(editor.state.doc, selectedRange(editor) ?? firstBlock(editor));
    if (anchor !== undefined) comments.start(anchor);
  };
  return (
    <BlockLocationContext value={location}>
      <div className="row">
        <Button
          icon={MessageSquarePlus}
          title="Comments on the selected text, or on the first block"
          // Keeps the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={comment}
        >
          Comment
        </Button>
      </div>
      <EditorContent editor={editor} />
    </BlockLocationContext>
  );
}

/** Returns the range that the browser shows as selected. An editor that can't be edited doesn't follow the selection. */
function selectedRange({ view }: Editor): DocumentRange | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  if (!view.dom.contains(startContainer) || !view.dom.contains(endContainer)) return undefined;
  return { from: view.posAtDOM(startContainer, startOffset), to: view.posAtDOM(endContainer, endOffset) };
}

function firstBlock({ state: { doc } }: Editor): DocumentRange {
  return { from: 0, to: doc.firstChild?.nodeSize ?? 0 };
}
