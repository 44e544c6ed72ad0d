import { mergeAttributes, Node } from "@tiptap/core";

/** The editor node of Markdown that the editor has no other form for. */
export const Source: Node = Node.create({
  name: "source",
  group: "block",
  content: "text*",
  marks: "",
  code: true,
  defining: true,
  addKeyboardShortcuts: () => ({
    Backspace: ({ editor }) => {
      const { $from, empty } = editor.state.selection;
      const isEmpty = empty && $from.parent.type.name === "source" && $from.parent.content.size === 0;
      return isEmpty && editor.commands.setNode("paragraph");
    },
  }),
  parseHTML: () => [{ tag: "pre[data-source]", preserveWhitespace: "full" }],
  renderHTML: ({ HTMLAttributes }) => [
    "pre",
    mergeAttributes(HTMLAttributes, { "data-source": "", "aria-label": "Markdown", role: "group" }),
    0,
  ],
});
