import { parseExpandable, printExpandable } from "@plugboard/api/blocks";
import { type Editor, type JSONContent, mergeAttributes, Node } from "@tiptap/core";
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
  markdownTokenName: "expandable",
  markdownTokenizer: {
    name: "expandable",
    level: "block",
    start: (source: string) => source.search(/^<details>/m),
    tokenize: (source, _tokens, lexer) => {
      const section = parseExpandable(linesOf(source));
      if (section === undefined) return undefined;
      const { title, from, to } = section;
      const lines = source.split("\n", to + 1);
      const content = lines
        .slice(from, to)
        .join("\n")
        .replaceAll(/^\n+|\n+$/g, "");
      return { type: "expandable", raw: lines.join("\n"), title, tokens: lexer.blockTokens(content) };
    },
  },
  parseMarkdown: ({ tokens = [], ...token }, helpers) => {
    const content = (helpers.parseBlockChildren ?? helpers.parseChildren)(tokens);
    return helpers.createNode("expandable", {}, [
      helpers.createNode("expandableTitle", {}, textNodes(String(token["title"]))),
      ...(content.length > 0 ? content : [helpers.createNode("paragraph")]),
    ]);
  },
  renderMarkdown: ({ content = [] }, helpers) => {
    const [title, ...blocks] = content;
    const printed = blocks.map(
      (child, index) => helpers.renderChild?.(child, index + 1) ?? helpers.renderChildren([child]),
    );
    return printExpandable(textOf(title), printed.join("\n\n"));
  },
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

function textNodes(text: string): JSONContent[] {
  return text === "" ? [] : [{ type: "text", text }];
}

function textOf(node: JSONContent | undefined): string {
  return (node?.content ?? []).map(({ text = "" }) => text).join("");
}

function* linesOf(source: string): Generator<string> {
  for (let start = 0; start <= source.length; ) {
    const end = source.indexOf("\n", start);
    yield source.slice(start, end === -1 ? undefined : end);
    if (end === -1) return;
    start = end + 1;
  }
}
