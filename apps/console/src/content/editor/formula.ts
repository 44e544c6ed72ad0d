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
});

/** Returns the TeX of a formula. */
export function textOf({ text }: Readonly<Record<string, unknown>>): string {
  return typeof text === "string" ? text : "";
}
