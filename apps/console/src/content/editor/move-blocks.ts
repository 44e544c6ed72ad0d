import {
  NodeSelection,
  type EditorState,
  Selection,
  TextSelection,
  type Transaction,
} from "@tiptap/pm/state";

/** A range of blocks at the top level of a page: the index of the first, and the one after the last. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the blocks that the selection touches. */
export function selectedBlocks({
  selection: { $from, $to },
  doc,
}: Pick<EditorState, "selection" | "doc">): BlockRange {
  const from = Math.min($from.index(0), doc.childCount - 1);
  return { from, to: Math.max(from + 1, $to.depth === 0 ? $to.index(0) : $to.index(0) + 1) };
}

/** Returns the position before the block with an index. */
export function positionOf(doc: EditorState["doc"], index: number): number {
  let position = 0;
  for (let each = 0; each < index; each += 1) position += doc.child(each).nodeSize;
  return position;
}

/** Moves blocks before another one, with the selection. @returns `undefined` if they are there already */
export function moveBlocks(
  { doc, tr, selection }: EditorState,
  { from, to }: BlockRange,
  before: number,
): Transaction | undefined {
  if (before < 0 || before > doc.childCount || (before >= from && before <= to)) return undefined;
  const start = positionOf(doc, from);
  const end = positionOf(doc, to);
  const { content } = doc.slice(start, end);
  tr.delete(start, end);
  const inserted = tr.mapping.map(positionOf(doc, before));
  tr.insert(inserted, content);
  const shift = inserted - start;
  const isInside = selection.from >= start && selection.to <= end;
  if (!isInside) return tr.scrollIntoView();
  const moved =
    selection instanceof NodeSelection
      ? NodeSelection.create(tr.doc, selection.from + shift)
      : TextSelection.between(
          tr.doc.resolve(selection.anchor + shift),
          tr.doc.resolve(selection.head + shift),
        );
  return tr.setSelection(moved).scrollIntoView();
}

/** Inserts copies of blocks after them. */
export function duplicateBlocks({ doc, tr }: EditorState, { from, to }: BlockRange): Transaction {
  const [start, end] = [positionOf(doc, from), positionOf(doc, to)];
  tr.insert(end, doc.slice(start, end).content);
  return tr.setSelection(Selection.near(tr.doc.resolve(end))).scrollIntoView();
}

/** Deletes blocks. */
export function deleteBlocks({ doc, tr }: EditorState, { from, to }: BlockRange): Transaction {
  const start = positionOf(doc, from);
  tr.delete(start, positionOf(doc, to));
  return tr
    .setSelection(Selection.near(tr.doc.resolve(Math.min(start, tr.doc.content.size))))
    .scrollIntoView();
}
