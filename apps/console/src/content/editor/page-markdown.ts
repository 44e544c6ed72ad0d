import type { AnyExtension, JSONContent } from "@tiptap/core";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { TableKit } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";
import { Embed } from "./embed.ts";
import { Expandable, ExpandableTitle } from "./expandable.ts";
import { Formula } from "./formula.ts";
import { Hint } from "./hint.ts";
import { IntegrationBlock } from "./integration-block.ts";
import { createPageImage } from "./page-image.ts";
import { readBlocks } from "./read-markdown.ts";
import { Source } from "./source.ts";
import { Tabs } from "./tabs.ts";
import { writeMarkdown } from "./write-markdown.ts";

/** The editor extensions for everything a page can contain. */
export const pageExtensions: readonly AnyExtension[] = [
  StarterKit.configure({ link: { openOnClick: false }, underline: false }),
  TableKit,
  TaskList,
  TaskItem.configure({ nested: true }),
  createPageImage(),
  Hint,
  Expandable,
  ExpandableTitle,
  Tabs,
  Formula,
  Embed,
  IntegrationBlock,
  Source,
];

/**
 * Parses a page's Markdown into an editor document. Blocks that the editor would change, such as lists with a few checkboxes,
 * become blocks of Markdown source, so writing the document never loses anything.
 */
export function readMarkdown(markdown: string): JSONContent {
  const text = markdown.replaceAll(/\r\n?/g, "\n");
  const lines = text.split("\n");
  const content: JSONContent[] = [];
  let line = 0;
  const addSource = (from: number, to: number): void => {
    const source = lines
      .slice(from, to)
      .join("\n")
      .replaceAll(/^\n+|\s+$/g, "");
    if (source !== "") content.push(sourceNode(source));
  };
  for (const { nodes, from, to } of readBlocks(text)) {
    // Definitions of links aren't blocks.
    addSource(line, from);
    if (nodes !== undefined && survives(nodes)) content.push(...nodes);
    else addSource(from, to);
    line = Math.max(line, to);
  }
  addSource(line, lines.length);
  const document = { type: "doc", content: content.length === 0 ? [{ type: "paragraph" }] : content };
  const isStable = content.some(({ type }) => type === "source") || survives(content);
  return isStable ? document : { type: "doc", content: [sourceNode(text.trim())] };
}

function sourceNode(text: string): JSONContent {
  return { type: "source", content: [{ type: "text", text }] };
}

/** Returns whether nodes are the same after they are written and read. */
function survives(nodes: readonly JSONContent[]): boolean {
  const read = readBlocks(writeMarkdown({ content: [...nodes] }));
  return JSON.stringify(read.flatMap((block) => block.nodes ?? [])) === JSON.stringify(nodes);
}
