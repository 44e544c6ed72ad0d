import { contentLimits } from "@plugboard/content/limits";
import type { CommentAnchor } from "@plugboard/content/types";
import type { Node } from "@tiptap/pm/model";

const { anchorLength, anchorContextLength: contextLength } = contentLimits;

/** A range of positions in a document. */
export interface DocumentRange {
  readonly from: number;
  readonly to: number;
}

/** Describes a range of a document by its words. Returns `undefined` if the range has no text. */
export function createAnchor(doc: Node, { from, to }: DocumentRange): CommentAnchor | undefined {
  const { text, offsetOf } = readText(doc);
  const [start, end] = [offsetOf(from), offsetOf(to)];
  const quote = text.slice(start, Math.min(end, start + anchorLength));
  if (quote.trim() === "") return undefined;
  return {
    quote,
    before: text.slice(Math.max(0, start - contextLength), start),
    after: text.slice(start + quote.length, start + quote.length + contextLength),
  };
}

/**
 * Finds the text of an anchor in an edited document. If it occurs several times, the surrounding text decides. Returns
 * `undefined` if it was changed or removed.
 */
export function findAnchor(doc: Node, { quote, before, after }: CommentAnchor): DocumentRange | undefined {
  const { text, positionOf } = readText(doc);
  let best: { readonly start: number; readonly score: number } | undefined;
  for (let start = text.indexOf(quote); start !== -1; start = text.indexOf(quote, start + 1)) {
    const end = start + quote.length;
    const score = commonEnd(before, text.slice(0, start)) + commonStart(after, text.slice(end));
    if (best === undefined || score > best.score) best = { start, score };
  }
  if (best === undefined) return undefined;
  return { from: positionOf(best.start), to: positionOf(best.start + quote.length - 1) + 1 };
}

interface DocumentText {
  /** The text of all text blocks, with a line break between two blocks. */
  readonly text: string;
  readonly offsetOf: (position: number) => number;
  /** Returns the position of a character. */
  readonly positionOf: (offset: number) => number;
}

// Documents are immutable. Every edit looks for all anchors that aren't found yet.
const texts = new WeakMap<Node, DocumentText>();

function readText(doc: Node): DocumentText {
  const text = texts.get(doc) ?? collectText(doc);
  texts.set(doc, text);
  return text;
}

function collectText(doc: Node): DocumentText {
  const parts: { readonly offset: number; readonly position: number; readonly length: number }[] = [];
  let text = "";
  doc.descendants((node, position) => {
    if (node.isTextblock && text !== "") text += "\n";
    if (node.text === undefined) return;
    parts.push({ offset: text.length, position, length: node.text.length });
    text += node.text;
  });
  return {
    text,
    offsetOf: (position) => {
      const part = parts.find((each) => position <= each.position + each.length);
      return part === undefined ? text.length : part.offset + Math.max(0, position - part.position);
    },
    positionOf: (offset) => {
      // A line break has the position of the text before it.
      const part = parts.findLast((each) => each.offset <= offset);
      return part === undefined ? 0 : part.position + Math.min(offset - part.offset, part.length);
    },
  };
}

/** Returns the number of equal characters at the start of two texts. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Returns the number of equal characters at the end of two texts. */
function commonEnd(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}
