import { Extension, type JSONContent } from "@tiptap/core";
import type { Slice } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { readMarkdown } from "./page-markdown.ts";
import { writeMarkdown } from "./write-markdown.ts";

/** Pastes Markdown as formatted text, and copies formatted text as Markdown to programs that take plain text. */
export const MarkdownClipboard: Extension = Extension.create({
  name: "markdownClipboard",
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          clipboardTextSerializer: toClipboardText,
          handlePaste: (view, { clipboardData }) => {
            // If the clipboard contains HTML, keep its formatting instead.
            const isPlain = clipboardData?.types.includes("text/html") === false;
            if (!isPlain || view.state.selection.$from.parent.type.spec.code === true) return false;
            const content = readFormatted(clipboardData.getData("text/plain"));
            return content !== undefined && editor.commands.insertContent(content);
          },
        },
      }),
    ];
  },
});

/** Returns the editor content of a Markdown text. `undefined` if it has no formatting. */
function readFormatted(text: string): JSONContent[] | undefined {
  const markdown = text.replaceAll(/\r\n?/g, "\n");
  const { content = [] } = readMarkdown(markdown);
  return content.some(isFormatted) ? content : undefined;
}

function isFormatted({ type, marks = [], content = [] }: JSONContent): boolean {
  return (
    (type !== "paragraph" && type !== "text" && type !== "hardBreak") ||
    marks.length > 0 ||
    content.some(isFormatted)
  );
}

function toClipboardText({ content }: Slice): string {
  // Fragments of the editor's schema.
  const blocks = content.toJSON() as JSONContent[] | null;
  const isCode = content.childCount === 1 && content.firstChild?.type.spec.code === true;
  if (blocks === null || isCode || !blocks.some(isFormatted))
    return content.textBetween(0, content.size, "\n\n");
  return writeMarkdown({ type: "doc", content: blocks }).trim();
}
