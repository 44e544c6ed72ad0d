import type { JsonObject } from "@plugboard/api";
import { mergeAttributes, Node } from "@tiptap/core";

/** The editor node of a block, stored in the page's Markdown. */
export const IntegrationBlock: Node = Node.create({
  name: "integrationBlock",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ integration: { default: "" }, component: { default: "" }, props: { default: {} } }),
  parseHTML: () => [{ tag: "integration-block" }],
  renderHTML: ({ HTMLAttributes }) => ["integration-block", mergeAttributes(HTMLAttributes)],
});

/** Returns a block's props for its component. */
// Props come from the Markdown parser, which accepts only JSON objects, or from a component.
export function propsOf(attrs: Readonly<Record<string, unknown>>): JsonObject {
  return (attrs["props"] ?? {}) as JsonObject;
}
