import type { JsonObject } from "@plugboard/api";
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

/** Replaces the link to a URL with a block, if the link is still in the text. */
export function replaceLink(editor: Editor, url: string, block: InsertedBlock): void {
  let link: Range | undefined;
  editor.state.doc.descendants((node, position) => {
    const isLink = node.text === url && node.marks.some(({ attrs }) => attrs["href"] === url);
    if (isLink) link ??= { from: position, to: position + node.nodeSize };
  });
  const range = link;
  if (range === undefined) return;
  editor.commands.command(({ tr, state: { schema } }) => {
    const hasCaret = tr.selection.from >= range.from && tr.selection.to <= range.to;
    putBlock(tr, range, schema.nodes["integrationBlock"]?.create(block), hasCaret);
    return true;
  });
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
