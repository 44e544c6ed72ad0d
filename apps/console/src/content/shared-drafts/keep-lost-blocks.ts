import * as Y from "yjs";
import { blocksOf } from "./shared-text.ts";

/** A state vector: the number of changes of each author that a document contains. */
export type Known = ReadonlyMap<number, number>;

/** Returns the state vector of a document. */
export function knownOf(doc: Y.Doc): Known {
  return Y.decodeStateVector(Y.encodeStateVector(doc));
}

/** A block with text that one side wrote while the other side deleted the block. */
interface LostBlock {
  readonly block: Y.XmlElement;
  readonly id: Y.ID;
}

/**
 * Returns the blocks of one side in which a merge deleted text that the other side had not seen.
 *
 * @param known - the changes that the other side had seen
 */
export function findLostBlocks(side: Y.Doc, known: Known, merged: Y.Doc): LostBlock[] {
  const lost = new Map<Y.Item, LostBlock>();
  for (const [client, structs] of side.store.clients) {
    const seen = known.get(client) ?? 0;
    for (const struct of structs) {
      if (!(struct instanceof Y.Item) || struct.id.clock + struct.length <= seen) continue;
      if (struct.deleted || !struct.countable || struct.parentSub !== null) continue;
      if (!isDeletedIn(merged, client, Math.max(seen, struct.id.clock), struct.id.clock + struct.length))
        continue;
      const top = topItemOf(struct);
      const block = top.content instanceof Y.ContentType ? top.content.type : undefined;
      if (block instanceof Y.XmlElement) lost.set(top, { block, id: top.id });
    }
  }
  return [...lost.values()];
}

/** Inserts copies of lost blocks where they were. */
export function restoreBlocks(merged: Y.Doc, lost: readonly LostBlock[]): void {
  if (lost.length === 0) return;
  const blocks = blocksOf(merged);
  merged.transact(() => {
    for (const { block, id } of lost) blocks.insert(indexAfter(merged, id), [block.clone()]);
  });
}

function isDeletedIn(doc: Y.Doc, client: number, from: number, to: number): boolean {
  for (let clock = from; clock < to; ) {
    const struct = structAt(doc, client, clock);
    if (struct === undefined || struct.deleted) return true;
    clock = struct.id.clock + struct.length;
  }
  return false;
}

function structAt(doc: Y.Doc, client: number, clock: number): Y.Item | Y.GC | undefined {
  if (clock >= Y.getState(doc.store, client)) return undefined;
  return Y.getItem(doc.store, Y.createID(client, clock));
}

function topItemOf(item: Y.Item): Y.Item {
  // oxlint-disable-next-line no-underscore-dangle -- Yjs has no public name for a type's item
  const parent = item.parent instanceof Y.AbstractType ? item.parent._item : null;
  return parent === null ? item : topItemOf(parent);
}

/** Returns the index after a block of a document, or after the blocks before it if it was deleted. */
function indexAfter(doc: Y.Doc, { client, clock }: Y.ID): number {
  const found = structAt(doc, client, clock);
  if (!(found instanceof Y.Item)) return blocksOf(doc).length;
  let index = 0;
  for (let item: Y.Item | null = found; item !== null; item = item.left)
    if (!item.deleted) index += item.length;
  return index;
}
