import { parseFormula, printFormula } from "@plugboard/api/blocks";
import { mergeAttributes, Node } from "@tiptap/core";

/** The editor node of a formula in TeX. */
export const Formula: Node = Node.create({
  name: "formula",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    text: {
      default: "",
      parseHTML: (element: HTMLElement) => element.dataset["formula"],
      renderHTML: ({ text }: Readonly<Record<string, unknown>>) => ({ "data-formula": text }),
    },
  }),
  parseHTML: () => [{ tag: "div[data-formula]" }],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes(HTMLAttributes)],
  markdownTokenName: "formula",
  markdownTokenizer: {
    name: "formula",
    level: "block",
    start: (source: string) => source.search(/^\$\$\s*$/m),
    tokenize: (source) => {
      const lines = source.split("\n");
      const formula = parseFormula(lines);
      if (formula === undefined) return undefined;
      const { text, to } = formula;
      return { type: "formula", raw: lines.slice(0, to + 1).join("\n"), text };
    },
  },
  parseMarkdown: ({ text }, helpers) => helpers.createNode("formula", { text }),
  renderMarkdown: ({ attrs = {} }) => printFormula(textOf(attrs)),
});

/** Returns the TeX of a formula. */
export function textOf({ text }: Readonly<Record<string, unknown>>): string {
  return typeof text === "string" ? text : "";
}
