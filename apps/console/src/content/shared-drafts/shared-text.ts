import { getSchema } from "@tiptap/core";
import { Fragment, type Node, type Schema } from "@tiptap/pm/model";
import {
  prosemirrorToYXmlFragment,
  updateYFragment,
  yXmlFragmentToProseMirrorRootNode,
} from "@tiptap/y-tiptap";
import { diffIndices } from "node-diff3";
import * as Y from "yjs";
import { pageExtensions, readMarkdown } from "../editor/page-markdown.ts";
import { writeMarkdown } from "../editor/write-markdown.ts";
import type { PageText } from "../texts/merge-texts.ts";

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
 *
 * @param origin - the origin of the document's change
 */
export function writeText(doc: Y.Doc, { title, markdown }: PageText, origin?: symbol): void {
  const blocks = blocksOf(doc);
  const before = yXmlFragmentToProseMirrorRootNode(blocks, getPageSchema());
  const next = keepUnprinted(before, parse(markdown));
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
  }, origin);
}

/**
 * Returns a node as read from Markdown with what Markdown can't express: spaces around the text of a block and empty
 * paragraphs. They would otherwise be removed from lines in which others are typing.
 */
function keepUnprinted(before: Node, read: Node): Node {
  if (printedKeyOf(before) === keyOf(read)) return before;
  if (before.type !== read.type || !read.isBlock || read.isTextblock) return read;
  const children: Node[] = [];
  let at = 0;
  const differences = diffIndices(before.children.map(printedKeyOf), read.children.map(keyOf));
  for (const { buffer1, buffer2 } of differences) {
    const [start, length] = buffer1;
    const [readStart, readLength] = buffer2;
    children.push(...before.children.slice(at, start));
    const replaced = before.children.slice(start, start + length);
    for (const [index, child] of read.children.slice(readStart, readStart + readLength).entries()) {
      const old = replaced[index];
      children.push(old === undefined ? child : keepUnprinted(old, child));
    }
    children.push(...replaced.slice(readLength).filter(isEmptyParagraph));
    at = start + length;
  }
  children.push(...before.children.slice(at));
  return read.copy(Fragment.from(children));
}

/** Returns the key of a block after it was printed and read. */
function printedKeyOf(block: Node): string {
  return JSON.stringify(trimText(block).toJSON());
}

function trimText(node: Node): Node {
  if (!node.isTextblock || node.type.spec.code === true)
    return node.isBlock && !node.isTextblock ? node.copy(Fragment.from(node.children.map(trimText))) : node;
  const { content } = node;
  const start = /^[ \t]*/.exec(content.firstChild?.text ?? "")?.[0].length ?? 0;
  const end = /[ \t]*$/.exec(content.lastChild?.text ?? "")?.[0].length ?? 0;
  return start + end === 0 || start >= content.size ? node : node.cut(start, content.size - end);
}

function isEmptyParagraph(node: Node): boolean {
  return node.type.name === "paragraph" && node.content.size === 0;
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
