import type { Editor, JSONContent } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import { diffIndices } from "node-diff3";
import { followPosition } from "./follow-position.ts";
import { positionOf } from "./move-blocks.ts";

/**
 * Shows a document that wasn't typed here. Replaces only the blocks that differ, and only their differing part, so the caret stays in place.
 */
export function showDocument(editor: Editor, document: JSONContent): void {
  const { doc, tr, selection } = editor.state;
  const next = editor.schema.nodeFromJSON(document);
  const differences = diffIndices(doc.children.map(keyOf), next.children.map(keyOf));
  // From the end, so that the positions of earlier blocks stay valid.
  for (const { buffer1, buffer2 } of differences.toReversed()) {
    const [blocks, nextBlocks] = [blocksAt(doc, buffer1), blocksAt(next, buffer2)];
    const start = blocks.findDiffStart(nextBlocks);
    const end = blocks.findDiffEnd(nextBlocks);
    if (start === null || end === null) continue;
    // Repeated text can make the common suffix start before the common prefix ends.
    const overlap = Math.max(0, start - Math.min(end.a, end.b));
    const [at, nextAt] = [positionOf(doc, buffer1[0]), positionOf(next, buffer2[0])];
    tr.replace(at + start, at + end.a + overlap, next.slice(nextAt + start, nextAt + end.b + overlap));
  }
  if (selection instanceof TextSelection) {
    const follow = (position: number): number => {
      for (const { buffer1, buffer2 } of differences) {
        const before = rangeOf(doc, buffer1);
        if (position > before.from && position < before.to)
          return followPosition({ doc, ...before }, { doc: next, ...rangeOf(next, buffer2) }, position);
      }
      return tr.mapping.map(position);
    };
    const resolve = (position: number) => tr.doc.resolve(follow(position));
    tr.setSelection(TextSelection.between(resolve(selection.anchor), resolve(selection.head)));
  }
  if (tr.docChanged) editor.view.dispatch(tr.setMeta("addToHistory", false).setMeta("preventUpdate", true));
}

function keyOf(block: Node): string {
  return JSON.stringify(block.toJSON());
}

function rangeOf(doc: Node, [index, length]: readonly [number, number]) {
  return { from: positionOf(doc, index), to: positionOf(doc, index + length) };
}

function blocksAt({ children }: Node, [index, length]: readonly [number, number]): Fragment {
  return Fragment.from(children.slice(index, index + length));
}
