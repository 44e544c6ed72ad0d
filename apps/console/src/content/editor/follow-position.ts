import type { Node } from "@tiptap/pm/model";
import { diffIndices } from "node-diff3";

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A word, the space between two words, or the start of a block. */
interface Token {
  readonly key: string;
  readonly at: number;
  readonly size: number;
}

/**
 * Returns the position in a changed part of a document at which the text before a position ends now. Compares the words of
 * both parts.
 */
export function followPosition(
  before: { readonly doc: Node } & Range,
  after: { readonly doc: Node } & Range,
  position: number,
): number {
  const [tokens, next] = [tokensOf(before), tokensOf(after)];
  const index = tokens.findLastIndex(({ at }) => at < position);
  const token = tokens[index];
  if (token === undefined) return after.from;
  let follower = index;
  for (const { buffer1, buffer2 } of diffIndices(
    tokens.map(({ key }) => key),
    next.map(({ key }) => key),
  )) {
    const [start, length] = buffer1;
    const [nextStart, nextLength] = buffer2;
    if (start > index) break;
    follower =
      index < start + length
        ? nextStart + Math.min(index - start, nextLength - 1)
        : index - start - length + nextStart + nextLength;
  }
  const found = next[follower];
  return found === undefined ? after.from : found.at + Math.min(position - token.at, found.size);
}

function tokensOf({ doc, from, to }: { readonly doc: Node } & Range): readonly Token[] {
  const tokens: Token[] = [];
  doc.nodesBetween(from, to, (node, at) => {
    if (node.text === undefined) tokens.push({ key: node.type.name, at, size: 1 });
    else
      for (const { 0: key, index } of node.text.matchAll(/\s+|\S+/gu))
        tokens.push({ key, at: at + index, size: key.length });
  });
  return tokens;
}
