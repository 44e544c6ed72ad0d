import { getSchema } from "@tiptap/core";
import type { Node, Schema } from "@tiptap/pm/model";
import {
  prosemirrorToYXmlFragment,
  updateYFragment,
  yXmlFragmentToProseMirrorRootNode,
} from "@tiptap/y-tiptap";
import { diffIndices } from "node-diff3";
import * as Y from "yjs";
import { pageExtensions, readMarkdown } from "./editor/page-markdown.ts";
import { writeMarkdown } from "./editor/write-markdown.ts";
import type { PageText } from "./merge-texts.ts";

/**
 * The format of shared documents. Change it when a block gets another form: an editor removes blocks that it doesn't know,
 * so that older windows must not edit newer documents.
 */
export const sharedFormat = "1";

let schema: Schema | undefined;
const getPageSchema = (): Schema => (schema ??= getSchema([...pageExtensions]));

/** Returns the shared blocks of a page. */
export function blocksOf(doc: Y.Doc): Y.XmlFragment {
  return doc.getXmlFragment("text");
}

/** Returns the shared title of a page. */
export function titleOf(doc: Y.Doc): Y.Text {
  return doc.getText("title");
}

/** Returns the text of a shared document. */
export function textOf(doc: Y.Doc): PageText {
  return {
    title: titleOf(doc).toJSON(),
    markdown: writeMarkdown(yXmlFragmentToProseMirrorRootNode(blocksOf(doc), getPageSchema()).toJSON()),
  };
}

/** Creates a shared document with a text. */
export function createSharedDoc(text: PageText): Y.Doc {
  const doc = new Y.Doc();
  titleOf(doc).insert(0, text.title);
  prosemirrorToYXmlFragment(parse(text.markdown), blocksOf(doc));
  return doc;
}

/** Returns a copy of a shared document, as another author. */
export function copyDoc(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

/** Changes a title, and keeps what others insert meanwhile. */
export function writeTitle(title: Y.Text, next: string): void {
  const value = title.toJSON();
  const shorter = Math.min(value.length, next.length);
  let start = 0;
  while (start < shorter && value[start] === next[start]) start += 1;
  let same = 0;
  while (same < shorter - start && value.at(-1 - same) === next.at(-1 - same)) same += 1;
  title.delete(start, value.length - same - start);
  title.insert(start, next.slice(start, next.length - same));
}

/**
 * Changes a document to a text. Replaces only the blocks that differ, and edits blocks of the same kind in place, so that
 * what others type in them meanwhile is kept.
 */
export function writeText(doc: Y.Doc, { title, markdown }: PageText): void {
  const blocks = blocksOf(doc);
  const before = yXmlFragmentToProseMirrorRootNode(blocks, getPageSchema());
  const next = parse(markdown);
  const differences = diffIndices(before.children.map(keyOf), next.children.map(keyOf));
  doc.transact(() => {
    writeTitle(titleOf(doc), title);
    // From the end, so that the positions of earlier blocks stay valid.
    for (const { buffer1, buffer2 } of differences.toReversed()) {
      const [at, length] = buffer1;
      const nodes = next.children.slice(buffer2[0], buffer2[0] + buffer2[1]);
      const inPlace = Math.min(length, nodes.length);
      blocks.insert(at + length, nodes.slice(inPlace).map(toElement));
      for (let index = inPlace; index < length; index += 1) blocks.delete(at + inPlace);
      for (const [index, node] of nodes.slice(0, inPlace).entries()) {
        const block = blocks.get(at + index);
        if (block instanceof Y.XmlElement && block.nodeName === node.type.name)
          updateYFragment(doc, block, node, { mapping: new Map(), isOMark: new Map() });
        else {
          blocks.delete(at + index);
          blocks.insert(at + index, [toElement(node)]);
        }
      }
    }
  });
}

function parse(markdown: string): Node {
  return getPageSchema().nodeFromJSON(readMarkdown(markdown));
}

function toElement(node: Node): Y.XmlElement {
  const root = getPageSchema().topNodeType.create(undefined, node);
  const fragment = prosemirrorToYXmlFragment(root, new Y.Doc().getXmlFragment("text"));
  const [element] = fragment.toArray();
  if (!(element instanceof Y.XmlElement)) throw new Error("A block is an element.");
  return element.clone();
}

function keyOf(block: Node): string {
  return JSON.stringify(block.toJSON());
}
