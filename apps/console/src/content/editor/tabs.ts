import { type JSONContent, mergeAttributes, Node } from "@tiptap/core";

/** The editor node of tabs. Each is an expandable section, and all of them are visible in the editor. */
export const Tabs: Node = Node.create({
  name: "tabs",
  group: "block",
  content: "expandable+",
  defining: true,
  parseHTML: () => [{ tag: "section[data-tabs]" }],
  renderHTML: ({ HTMLAttributes }) => [
    "section",
    mergeAttributes(HTMLAttributes, { "data-tabs": "", role: "group", "aria-label": "Tabs" }),
    0,
  ],
});

/** A tab without text. */
export const newTab: JSONContent = {
  type: "expandable",
  content: [{ type: "expandableTitle" }, { type: "paragraph" }],
};
