import { ListItem } from "@tiptap/extension-list";
import type { Node } from "@tiptap/core";

/**
 * A list item whose Markdown indents its content by the width of the marker. The library always indents by two spaces; below `1.`,
 * that ends the list in other Markdown tools.
 */
export const NestedListItem: Node = ListItem.extend({
  renderMarkdown: ({ content = [] }, helpers, { parentType, index, meta }) => {
    const start: unknown = meta?.["parentAttrs"]?.["start"];
    const first = typeof start === "number" ? start : 1;
    const marker = parentType === "orderedList" ? `${first + index}. ` : "- ";
    const text = content
      .map((child, position) => {
        const printed = helpers.renderChild?.(child, position) ?? helpers.renderChildren([child]);
        if (position === 0) return printed;
        return child.type === "paragraph" ? `\n\n${printed}` : `\n${printed}`;
      })
      .join("");
    const [line = "", ...rest] = text.split("\n");
    const indent = " ".repeat(marker.length);
    return [marker + line, ...rest.map((each) => (each === "" ? "" : indent + each))].join("\n");
  },
});
