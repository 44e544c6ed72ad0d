import { type Editor, mergeAttributes, Node } from "@tiptap/core";
import { Fragment, type Node as ProseMirrorNode } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";

/** The editor node of an expandable section: its title and its content, both always visible in the editor. */
export const Expandable: Node = Node.create({
  name: "expandable",
  group: "block",
  content: "expandableTitle block+",
  defining: true,
  parseHTML: () => [{ tag: "section[data-expandable]" }],
  renderHTML: ({ HTMLAttributes }) => [
    "section",
    mergeAttributes(HTMLAttributes, { "data-expandable": "" }),
    0,
  ],
});

/** The title of an expandable section. */
export const ExpandableTitle: Node = Node.create({
  name: "expandableTitle",
  content: "text*",
  marks: "",
  defining: true,
  addKeyboardShortcuts: () => ({
    // Continues in the content instead of splitting the title.
    Enter: ({ editor }) => {
      const { $from } = editor.state.selection;
      if ($from.parent.type.name !== "expandableTitle") return false;
      return editor.commands.command(({ tr }) => {
        tr.setSelection(Selection.near(tr.doc.resolve($from.after())));
        return true;
      });
    },
    Backspace: ({ editor }) => unwrapSection(editor),
  }),
  parseHTML: () => [{ tag: "div[data-expandable-title]" }],
  renderHTML: ({ HTMLAttributes }) => [
    "div",
    mergeAttributes(HTMLAttributes, { "data-expandable-title": "" }),
    0,
  ],
});

/** Replaces a section with its title and content if the caret is at the start of the title. */
function unwrapSection(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  if (!empty || $from.parentOffset > 0 || $from.parent.type.name !== "expandableTitle") return false;
  const paragraph = editor.schema.nodes["paragraph"];
  if (paragraph === undefined) return false;
  const section = $from.node(-1);
  // Tabs have a toolbar to remove one.
  if ($from.node(-2).type.name === "tabs") return true;
  const blocks: ProseMirrorNode[] = [];
  section.forEach((child, _offset, index) => {
    if (index > 0) blocks.push(child);
    else if (child.childCount > 0) blocks.push(paragraph.create(null, child.content));
  });
  const start = $from.before(-1);
  return editor.commands.command(({ tr }) => {
    tr.replaceWith(start, start + section.nodeSize, Fragment.from(blocks));
    tr.setSelection(Selection.near(tr.doc.resolve(start)));
    return true;
  });
}
