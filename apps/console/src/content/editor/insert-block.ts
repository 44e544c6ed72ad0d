import type { JsonObject } from "@plugboard/api";
import { parseEmbed } from "@plugboard/content/markdown";
import type { Editor, Range } from "@tiptap/core";
import { TextSelection, type Transaction } from "@tiptap/pm/state";

/** A block of an integration. */
export interface InsertedBlock {
  readonly integration: string;
  readonly component: string;
  readonly props: JsonObject;
}

/** Replaces a range with a block and puts the caret on the line after it. */
export function insertBlock(editor: Editor, range: Range, block: InsertedBlock): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state: { schema } }) => {
      tr.delete(range.from, range.to);
      putBlock(tr, { from: range.from, to: range.from }, schema.nodes["integrationBlock"]?.create(block));
      return true;
    })
    .run();
}

/**
 * Replaces the link to a URL with a block, if the link is still in the text. Without a block of an integration, a link
 * that is alone in its paragraph becomes a card if its provider is allowed.
 */
export function replaceLink(editor: Editor, url: string, block: InsertedBlock | undefined): void {
  if (block === undefined && parseEmbed(url) === undefined) return;
  let link: Range | undefined;
  editor.state.doc.descendants((node, position, parent) => {
    const isLink = node.text === url && node.marks.some(({ attrs }) => attrs["href"] === url);
    const isAlone = parent?.type.name === "paragraph" && parent.childCount === 1;
    if (isLink && (block !== undefined || (isAlone && !isInListOrTable(editor, position))))
      link ??= { from: position, to: position + node.nodeSize };
  });
  const range = link;
  if (range === undefined) return;
  editor.commands.command(({ tr, state: { schema } }) => {
    const hasCaret = tr.selection.from >= range.from && tr.selection.to <= range.to;
    const node =
      block === undefined
        ? schema.nodes["embed"]?.create({ href: url })
        : schema.nodes["integrationBlock"]?.create(block);
    putBlock(tr, range, node, hasCaret);
    return true;
  });
}

/** Returns whether a position is in a list, whose items start with text, or in a table. */
function isInListOrTable({ state }: Editor, position: number): boolean {
  const at = state.doc.resolve(position);
  return Array.from({ length: at.depth }, (_, depth) => at.node(depth).type.name).some((name) =>
    /Item$|^table/.test(name),
  );
}

type Block = NonNullable<ReturnType<Transaction["doc"]["nodeAt"]>>;

function putBlock(tr: Transaction, { from, to }: Range, block: Block | undefined, takesCaret = true): void {
  if (block === undefined) return;
  const steps = tr.mapping.maps.length;
  tr.replaceRangeWith(from, to, block);
  if (!takesCaret) return;
  // The end of the replaced range in the new document.
  const after = tr.mapping.slice(steps).map(to);
  let position = after;
  tr.doc.nodesBetween(Math.max(0, from - 1), Math.min(tr.doc.content.size, after + 1), (node, start) => {
    if (node.type === block.type) position = start + node.nodeSize;
  });
  const next = tr.doc.resolve(position).nodeAfter;
  if (next?.isTextblock !== true) {
    const paragraph = tr.doc.type.schema.nodes["paragraph"]?.create();
    if (paragraph !== undefined) tr.insert(position, paragraph);
  }
  tr.setSelection(TextSelection.near(tr.doc.resolve(position + 1))).scrollIntoView();
}
