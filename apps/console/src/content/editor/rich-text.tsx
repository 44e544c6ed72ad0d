import { unfurlLink } from "@plugboard/api/routes";
import { EditorContent, useEditor } from "@tiptap/react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { api } from "../../data/platform-api.ts";
import { useBlockCatalogue } from "./block-catalogue.ts";
import { BlockPlaceContext, RenderedBlock } from "./block-view.tsx";
import { IgnorePopupMarks } from "./ignore-popup-marks.ts";
import { pageExtensions, readMarkdown, writeMarkdown } from "./page-markdown.ts";
import { createSlashMenu, type OpenMenu, SlashMenu } from "./slash-menu.tsx";

interface RichTextProps {
  readonly spaceId: string;
  readonly pageId: string;
  /** What it begins with; later changes of it do not reach the editor. */
  readonly markdown: string;
  readonly onChange: (markdown: string) => void;
}

/** The text of a page, edited as it looks, with the blocks of integrations in it. */
export function RichText({ spaceId, pageId, markdown, onChange }: RichTextProps): ReactNode {
  const offered = useBlockCatalogue(spaceId);
  const latest = useRef(offered);
  useEffect(() => {
    latest.current = offered;
  }, [offered]);
  const [menu, setMenu] = useState<OpenMenu | undefined>();
  const place = useMemo(() => ({ spaceId, pageId, offered }), [spaceId, pageId, offered]);
  const editor = useEditor({
    extensions: [
      ...pageExtensions.filter(({ name }) => name !== RenderedBlock.name),
      RenderedBlock,
      IgnorePopupMarks,
      // oxlint-disable-next-line react/refs -- read when the menu opens, not while this renders
      createSlashMenu({ offered: () => latest.current, onChange: setMenu }),
    ],
    content: readMarkdown(markdown),
    editorProps: {
      attributes: { "aria-label": "Text", role: "textbox", "aria-multiline": "true", class: "page-text" },
      handlePaste: (_view, event) => {
        const url = event.clipboardData?.getData("text/plain").trim() ?? "";
        if (!/^https?:\/\/\S+$/.test(url)) return false;
        void insertUnfurled(url);
        return true;
      },
    },
    onUpdate: ({ editor: changed }) => onChange(writeMarkdown(changed.getJSON())),
  });
  // A link that an integration makes a block of; any other stays a link.
  const insertUnfurled = async (url: string): Promise<void> => {
    const unfurled = await api
      .call(unfurlLink, { params: { spaceId }, body: { url, pageId } })
      .catch(() => undefined);
    const link = { type: "text", text: url, marks: [{ type: "link", attrs: { href: url } }] };
    editor
      .chain()
      .focus()
      .insertContent(
        unfurled === undefined
          ? link
          : {
              type: "integrationBlock",
              attrs: {
                integration: unfurled.integration,
                component: unfurled.componentId,
                props: unfurled.props,
              },
            },
      )
      .run();
  };
  return (
    <BlockPlaceContext value={place}>
      <EditorContent editor={editor} />
      {menu !== undefined && <SlashMenu menu={menu} />}
    </BlockPlaceContext>
  );
}
