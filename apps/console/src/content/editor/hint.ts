import { type HintKind, hintKinds, hintTitles, parseHintKind, printHintKind } from "@plugboard/api/blocks";
import { mergeAttributes, Node } from "@tiptap/core";

const quotedLines = /^(?: {0,3}>.*(?:\n|$))+/;
const quoteMark = /^ {0,3}> ?/;

/** The editor node of a hint, stored in the page's Markdown as a quote that starts with its kind. */
export const Hint: Node = Node.create({
  name: "hint",
  group: "block",
  content: "block+",
  defining: true,
  // Before the quote's own rule, which accepts the same element.
  priority: 200,
  addAttributes: () => ({
    kind: {
      default: "note",
      parseHTML: (element: HTMLElement) => element.dataset["hint"],
      renderHTML: ({ kind }: Readonly<Record<string, unknown>>) => ({ "data-hint": kind }),
    },
  }),
  parseHTML: () => [{ tag: "blockquote[data-hint]" }],
  renderHTML: ({ node, HTMLAttributes }) => [
    "blockquote",
    mergeAttributes(HTMLAttributes, { role: "note", "aria-label": hintTitles[kindOf(node.attrs)] }),
    0,
  ],
  markdownTokenName: "hint",
  markdownTokenizer: {
    name: "hint",
    level: "block",
    start: (source: string) => source.search(/> ?\[!/),
    tokenize: (source, _tokens, lexer) => {
      const [raw = ""] = quotedLines.exec(source) ?? [];
      const [first = "", ...rest] = raw.split("\n").map((line) => line.replace(quoteMark, ""));
      const kind = parseHintKind(first);
      if (kind === undefined) return undefined;
      return { type: "hint", raw, kind, tokens: lexer.blockTokens(rest.join("\n")) };
    },
  },
  parseMarkdown: ({ tokens = [], ...token }, helpers) => {
    const content = (helpers.parseBlockChildren ?? helpers.parseChildren)(tokens);
    return helpers.createNode(
      "hint",
      { kind: token["kind"] },
      content.length > 0 ? content : [helpers.createNode("paragraph")],
    );
  },
  renderMarkdown: ({ attrs = {}, content = [] }, helpers) =>
    [
      printHintKind(kindOf(attrs)),
      ...content
        .map((child, index) => helpers.renderChild?.(child, index) ?? helpers.renderChildren([child]))
        .join("\n\n")
        .split("\n"),
    ]
      .map((line) => (line === "" ? ">" : `> ${line}`))
      .join("\n"),
});

function kindOf(attrs: Readonly<Record<string, unknown>>): HintKind {
  return hintKinds.find((kind) => kind === attrs["kind"]) ?? "note";
}
