import { type AnyExtension, Extension } from "@tiptap/core";
import { unfurlLink } from "@plugboard/content/routes";
import { useQuery } from "@tanstack/react-query";
import { EditorContent, useEditor } from "@tiptap/react";
import { ImagePlus } from "lucide-react";
import { createPortal } from "react-dom";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { api } from "../../data/platform-api.ts";
import { IconButton } from "../../ui/button.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { insertParagraph } from "./insert-paragraph.ts";
import { BlockDirections } from "./block-directions.ts";
import { BlockHandle, BlockKeys, BlockMenu } from "./block-handle.tsx";
import { useBlockCatalog } from "./block-catalog.ts";
import { BlockLocationContext } from "./block-view.tsx";
import {
  anchorOfSelection,
  createCommentHighlights,
  showHighlights,
  type TextComments,
} from "./comment-highlights.ts";
import { IgnorePopupMarks } from "./ignore-popup-marks.ts";
import { ImageToolbar } from "./image-toolbar.tsx";
import { createEmojiMenu, EmojiMenu, loadEmoji } from "./emoji-menu.tsx";
import { createImageUploads } from "./image-uploads.ts";
import { replaceLink } from "./insert-block.ts";
import { keepSource } from "./keep-source.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { MarkdownClipboard } from "./markdown-clipboard.ts";
import { OfficeLists } from "./office-lists.ts";
import { createPageLinks, PageLinkMenu, useLinkedPages } from "./page-links.tsx";
import { readMarkdown } from "./page-markdown.ts";
import { showDocument } from "./show-document.ts";
import { createShownExtensions } from "./shown-extensions.ts";
import { createSlashMenu, SlashMenu } from "./slash-menu.tsx";
import { TableToolbar } from "./table-toolbar.tsx";
import { TabsToolbar } from "./tabs-toolbar.tsx";
import type { OpenMenu } from "./text-menu.tsx";
import { TextToolbar } from "./text-toolbar.tsx";
import { uploadPageImage } from "./upload-page-image.ts";
import { writeMarkdown } from "./write-markdown.ts";

// What y-tiptap sets on changes of others. Its key is not imported, so that other editors don't load Yjs.
const sharedChange = "y-sync$";

interface RichTextProps {
  readonly spaceId: string;
  readonly pageId: string;
  readonly markdown: string;
  /** The element for buttons that insert something. */
  readonly tools: HTMLElement | null;
  /** Called with the changed text. `isTyped` is false for changes of others in a shared text. */
  readonly onChange: (markdown: string, isTyped: boolean) => void;
  /** The extensions of a text that is edited together. They own the text, and `markdown` isn't read. */
  readonly shared?: readonly AnyExtension[] | undefined;
  readonly comments: TextComments;
  /** Changes the text after this editor was closed. */
  readonly onMerge: (step: (markdown: string) => string) => void;
}

/** The rich-text editor of a page, with the blocks of integrations. */
export function RichText({
  spaceId,
  pageId,
  markdown,
  tools,
  comments,
  shared,
  onChange,
  onMerge,
}: RichTextProps): ReactNode {
  const offered = useBlockCatalog(spaceId);
  const pages = useLinkedPages(spaceId, pageId);
  const [emojiMenu, setEmojiMenu] = useState<OpenMenu | undefined>();
  const { data: emoji = [] } = useQuery({
    queryKey: ["emoji"],
    queryFn: loadEmoji,
    enabled: emojiMenu !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const latest = useRef({ offered, pages, emoji });
  useEffect(() => {
    latest.current = { offered, pages, emoji };
  }, [offered, pages, emoji]);
  // The Markdown of the text currently in the editor.
  const written = useRef(markdown);
  const toSource = useRef<ReturnType<typeof keepSource>>(undefined);
  const [area, setArea] = useState<HTMLElement | null>(null);
  const [isLinking, setLinking] = useState(false);
  const [menu, setMenu] = useState<OpenMenu | undefined>();
  const [pageMenu, setPageMenu] = useState<OpenMenu | undefined>();
  const location = useMemo(() => ({ spaceId, pageId, offered }), [spaceId, pageId, offered]);
  const [extensions] = useState(() => createShownExtensions(spaceId, shared !== undefined));
  const editor = useEditor({
    extensions: [
      ...extensions,
      // oxlint-disable-next-line react/refs -- read after an upload, not while this renders
      createImageUploads({
        upload: (file) => uploadPageImage(spaceId, file),
        onLate: ({ src, name, text, before }) => {
          // Lines are counted in the printed text, which differs from the source of a page that wasn't edited.
          const base = writeMarkdown(text);
          const { length } = writeMarkdown(before).trimEnd().split("\n");
          onMerge((source) =>
            insertParagraph(base, before.content === undefined ? 0 : length, source, `![](${src})`),
          );
          showToast({ title: `${name || "The image"} was added to the text` });
        },
      }),
      BlockDirections,
      IgnorePopupMarks,
      MarkdownClipboard,
      OfficeLists,
      BlockKeys,
      createLinkKey(() => setLinking(true)),
      createCommentHighlights(comments),
      // oxlint-disable-next-line react/refs -- read when a key is pressed, not while this renders
      ...createSlashMenu({ offered: () => latest.current.offered, onChange: setMenu }),
      // oxlint-disable-next-line react/refs -- as above
      createPageLinks({ pages: () => latest.current.pages, onChange: setPageMenu }),
      // oxlint-disable-next-line react/refs -- as above
      createEmojiMenu({ emoji: () => latest.current.emoji, onChange: setEmojiMenu }),
      ...(shared ?? []),
    ],
    ...(shared === undefined && { content: readMarkdown(markdown) }),
    editorProps: {
      attributes: {
        "aria-label": "Text",
        role: "textbox",
        "aria-multiline": "true",
        class: "page-text",
      },
      handlePaste: (_view, event) => {
        const url = event.clipboardData?.getData("text/plain").trim() ?? "";
        if (!/^https?:\/\/\S+$/.test(url)) return false;
        void insertLink(url);
        return true;
      },
    },
    onUpdate: ({ editor: changed, transaction }) => {
      if (shared !== undefined) {
        onChange(writeMarkdown(changed.getJSON()), transaction.getMeta(sharedChange) === undefined);
        return;
      }
      toSource.current ??= keepSource(markdown);
      const next = toSource.current(writeMarkdown(changed.getJSON()));
      if (next === written.current) return;
      written.current = next;
      onChange(next, true);
    },
  });
  useLayoutEffect(() => {
    if (shared !== undefined || markdown === written.current) return;
    written.current = markdown;
    toSource.current = keepSource(markdown);
    showDocument(editor, readMarkdown(markdown));
  }, [editor, markdown, shared, written]);
  useEffect(() => showHighlights(editor, comments.highlights), [editor, comments.highlights]);
  const comment = (): void => {
    const anchor = anchorOfSelection(editor);
    if (anchor !== undefined) comments.start(anchor);
  };
  // The link is inserted immediately and becomes a block if an integration can unfurl it.
  const insertLink = async (url: string): Promise<void> => {
    const link = { type: "text", text: url, marks: [{ type: "link", attrs: { href: url } }] };
    editor.chain().focus().insertContent(link).unsetMark("link").run();
    const unfurled = await api
      .call(unfurlLink, { params: { spaceId }, body: { url, pageId } })
      .catch(() => undefined);
    if (editor.isDestroyed) return;
    const { integration, componentId: component, props } = unfurled ?? {};
    const isBlock = integration !== undefined && component !== undefined && props !== undefined;
    replaceLink(editor, url, isBlock ? { integration, component, props } : undefined);
  };
  return (
    <BlockLocationContext value={location}>
      {tools !== null &&
        createPortal(
          <>
            <IconButton icon={ImagePlus} label="Add image" onClick={() => editor.commands.pickImages()} />
            <BlockMenu editor={editor} />
          </>,
          tools,
        )}
      <TableToolbar editor={editor} />
      <TabsToolbar editor={editor} />
      <div ref={setArea} className="page-text-area">
        <EditorContent editor={editor} />
        <BlockHandle editor={editor} area={area} />
      </div>
      <ImageToolbar editor={editor} />
      <TextToolbar editor={editor} onLink={() => setLinking(true)} onComment={comment} />
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
      {menu !== undefined && <SlashMenu menu={menu} offered={offered} />}
      {emojiMenu !== undefined && <EmojiMenu menu={emojiMenu} emoji={emoji} />}
      {pageMenu !== undefined && <PageLinkMenu menu={pageMenu} pages={pages} />}
    </BlockLocationContext>
  );
}

/** Opens the link dialog with Ctrl + K, or Cmd + K, if text or a link is selected. Otherwise the key opens the search. */
function createLinkKey(open: () => void): Extension {
  return Extension.create({
    name: "linkKey",
    addKeyboardShortcuts: () => ({
      "Mod-k": ({ editor }) => {
        if (editor.state.selection.empty && !editor.isActive("link")) return false;
        open();
        return true;
      },
    }),
  });
}
