import type { AnyExtension, JSONContent } from "@tiptap/core";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { TableKit } from "@tiptap/extension-table";
import { Markdown, MarkdownManager } from "@tiptap/markdown";
import { StarterKit } from "@tiptap/starter-kit";
import { Expandable, ExpandableTitle } from "./expandable.ts";
import { Formula } from "./formula.ts";
import { Hint } from "./hint.ts";
import { IntegrationBlock } from "./integration-block.ts";
import { ImageParagraph, createPageImage } from "./page-image.ts";
import { NestedListItem } from "./nested-list-item.ts";

/** The editor extensions for everything a page can contain. */
export const pageExtensions: readonly AnyExtension[] = [
  StarterKit.configure({ link: { openOnClick: false }, listItem: false, paragraph: false, underline: false }),
  ImageParagraph,
  NestedListItem,
  TableKit,
  TaskList,
  TaskItem.configure({ nested: true }),
  createPageImage(),
  Hint,
  Expandable,
  ExpandableTitle,
  Formula,
  IntegrationBlock,
  Markdown,
];

const manager = new MarkdownManager({ extensions: [...pageExtensions] });

/** Parses a page's Markdown into an editor document. */
export function readMarkdown(markdown: string): JSONContent {
  return manager.parse(markdown);
}

/** Serializes an editor document to Markdown. */
export function writeMarkdown(document: JSONContent): string {
  return manager.serialize(document);
}

/**
 * Returns whether a text survives a round trip through the editor: no letter or digit is lost, and parsing
 * the result yields the same document. Other texts, such as those with HTML, can only be edited as Markdown.
 */
export function survivesEditing(markdown: string): boolean {
  const document = readMarkdown(markdown);
  const written = writeMarkdown(document);
  const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return (
    letters(written) === letters(markdown) &&
    JSON.stringify(readMarkdown(written)) === JSON.stringify(document)
  );
}
