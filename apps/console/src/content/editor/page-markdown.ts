import type { AnyExtension, JSONContent } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { TableKit } from "@tiptap/extension-table";
import { Markdown, MarkdownManager } from "@tiptap/markdown";
import { StarterKit } from "@tiptap/starter-kit";
import { IntegrationBlock } from "./integration-block.ts";

/** Everything a page can hold. */
export const pageExtensions: readonly AnyExtension[] = [
  StarterKit.configure({ link: { openOnClick: false }, underline: false }),
  TableKit,
  Image,
  IntegrationBlock,
  Markdown,
];

const manager = new MarkdownManager({ extensions: [...pageExtensions] });

/** The document of a page's Markdown. */
export function readMarkdown(markdown: string): JSONContent {
  return manager.parse(markdown);
}

/** The Markdown of a document. */
export function writeMarkdown(document: JSONContent): string {
  return manager.serialize(document);
}

/**
 * Whether a text survives being read and written: every letter and digit is there afterwards, and reading it again makes the same
 * document. What does not, such as HTML, is edited as Markdown alone.
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
