import { type HintKind, hintKinds, hintTitles } from "@plugboard/content/markdown";
import { mergeAttributes, Node } from "@tiptap/core";

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
});

function kindOf(attrs: Readonly<Record<string, unknown>>): HintKind {
  return hintKinds.find((kind) => kind === attrs["kind"]) ?? "note";
}
