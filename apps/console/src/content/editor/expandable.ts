import { parseExpandable, printExpandable } from "@plugboard/api/blocks";
import { type JSONContent, mergeAttributes, Node } from "@tiptap/core";

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
      const content = lines.slice(from, to).join("\n").trim();
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
      return editor.commands.setTextSelection($from.after() + 1);
    },
  }),
  parseHTML: () => [{ tag: "div[data-expandable-title]" }],
  renderHTML: ({ HTMLAttributes }) => [
    "div",
    mergeAttributes(HTMLAttributes, { "data-expandable-title": "" }),
    0,
  ],
});

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
