import type { JsonObject } from "@plugboard/api";
import { parseBlocks, printBlock } from "@plugboard/api/blocks";
import { mergeAttributes, Node } from "@tiptap/core";

const fence = /^(?:`{3,}|~{3,})integration-block /;

/** The editor node of a block, stored in the page's Markdown. */
export const IntegrationBlock: Node = Node.create({
  name: "integrationBlock",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ integration: { default: "" }, component: { default: "" }, props: { default: {} } }),
  parseHTML: () => [{ tag: "integration-block" }],
  renderHTML: ({ HTMLAttributes }) => ["integration-block", mergeAttributes(HTMLAttributes)],
  markdownTokenName: "integrationBlock",
  markdownTokenizer: {
    name: "integrationBlock",
    level: "block",
    start: (source: string) => source.search(/(?:`{3,}|~{3,})integration-block /),
    tokenize: (source: string) => {
      if (!fence.test(source)) return undefined;
      const [block] = parseBlocks(source);
      if (block?.start !== 0) return undefined;
      const { integration, component, props, end } = block;
      return {
        type: "integrationBlock",
        raw: source.slice(0, end),
        block: { integration, component, props },
      };
    },
  },
  parseMarkdown: (token, helpers) => helpers.createNode("integrationBlock", token["block"]),
  renderMarkdown: ({ attrs = {} }) =>
    printBlock({
      integration: String(attrs["integration"]),
      component: String(attrs["component"]),
      props: propsOf(attrs),
    }),
});

/** Returns a block's props for its component. */
// Props come from the Markdown parser, which accepts only JSON objects, or from a component.
export function propsOf(attrs: Readonly<Record<string, unknown>>): JsonObject {
  return (attrs["props"] ?? {}) as JsonObject;
}
