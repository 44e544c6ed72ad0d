import { isMap, isScalar, isSeq, type LineCounter, type ParsedNode } from "yaml";
import type { ManifestPath } from "../model/manifest-issue.ts";

/** A range of characters on one line, starting at 1. */
export interface SourceRange {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** The source text of a manifest, with the positions of its values. */
export interface ManifestSource {
  readonly text: string;
  /** The file name to show. */
  readonly file: string;
  /** Returns the range between two UTF-16 offsets; a multi-line range ends with its first line. */
  rangeOf(start: number, end: number): SourceRange;
  /**
   * Returns the range of the value at a path, or of its key. If the path doesn't exist, returns the range of
   * the nearest parent's key, or the start of a list item without a key.
   */
  locate(path: ManifestPath, part: "key" | "value"): SourceRange;
}

/** A node with its key, if it is in a map. */
interface KeyedNode {
  readonly key: ParsedNode | undefined;
  readonly value: ParsedNode | null;
}

/** Binds a manifest's text to its syntax tree. `root` is null if the text couldn't be parsed. */
export function createManifestSource(
  text: string,
  file: string,
  lines: LineCounter,
  root: ParsedNode | null,
): ManifestSource {
  const childrenOf = createChildIndex();

  const rangeOf = (start: number, end: number): SourceRange => {
    const { line, col } = lines.linePos(start);
    const newline = text.indexOf("\n", start);
    const lineEnd = newline === -1 ? text.length : newline;
    return {
      line: Math.max(line, 1),
      column: Math.max(col, 1),
      length: Math.max(1, Math.min(end, lineEnd) - start),
    };
  };

  const rangeOfNode = ({ range: [start, end] }: ParsedNode): SourceRange => rangeOf(start, end);

  const locate = (path: ManifestPath, part: "key" | "value"): SourceRange => {
    let node: KeyedNode = { key: undefined, value: root };
    for (const step of path) {
      const next = childrenOf(node.value)?.get(step);
      if (!next) return nodeRange(node, "key");
      node = next;
    }
    return nodeRange(node, part);
  };

  const nodeRange = ({ key, value }: KeyedNode, part: "key" | "value"): SourceRange => {
    if (value !== null && part === "value" && !isEmpty(value)) return rangeOfNode(value);
    if (key) return rangeOfNode(key);
    const start = value?.range[0] ?? 0;
    return rangeOf(start, start + 1);
  };

  return { text, file, rangeOf, locate };
}

function isEmpty(node: ParsedNode): boolean {
  return isScalar(node) && node.range[0] === node.range[1];
}

/** Finds a node's child in constant time. */
function createChildIndex(): (
  node: ParsedNode | null,
) => ReadonlyMap<string | number, KeyedNode> | undefined {
  const indexes = new Map<ParsedNode, ReadonlyMap<string | number, KeyedNode>>();
  return (node) => {
    if (!isMap(node) && !isSeq(node)) return undefined;
    const known = indexes.get(node);
    if (known) return known;
    const index = indexChildren(node);
    indexes.set(node, index);
    return index;
  };
}

function indexChildren(node: ParsedNode): ReadonlyMap<string | number, KeyedNode> {
  const index = new Map<string | number, KeyedNode>();
  if (isSeq(node)) {
    for (const [position, value] of node.items.entries()) index.set(position, { key: undefined, value });
  } else if (isMap(node)) {
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      if (!index.has(name)) index.set(name, { key, value });
    }
  }
  return index;
}
