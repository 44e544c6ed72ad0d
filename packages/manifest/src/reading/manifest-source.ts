import { isMap, isScalar, isSeq, type LineCounter, type ParsedNode } from "yaml";
import type { ManifestPath } from "../model/manifest-issue.ts";

/** A piece of one line of a manifest, counted from 1. */
export interface SourceRange {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** The text a manifest was read from, with the way back from a value to its place. */
export interface ManifestSource {
  readonly text: string;
  /** The name to show for it. */
  readonly file: string;
  /** Where the text from one UTF-16 offset to another is; a range over several lines is cut at the first one's end. */
  rangeOf(start: number, end: number): SourceRange;
  /**
   * Where the value at a path is, or its key. What is not there is where its nearest parent has its key; a list
   * item without a key of its own, where the item begins.
   */
  locate(path: ManifestPath, part: "key" | "value"): SourceRange;
}

/** What a path leads to: the node and, inside a map, its key. */
interface Place {
  readonly key: ParsedNode | undefined;
  readonly value: ParsedNode | null;
}

/** Binds a manifest's text to its syntax tree. `root` is null where the text could not be parsed. */
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
    let place: Place = { key: undefined, value: root };
    for (const step of path) {
      const next = childrenOf(place.value)?.get(step);
      if (!next) return rangeOfPlace(place, "key");
      place = next;
    }
    return rangeOfPlace(place, part);
  };

  const rangeOfPlace = ({ key, value }: Place, part: "key" | "value"): SourceRange => {
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

/** Finds a node's child in constant time, however many children and questions there are. */
function createChildIndex(): (node: ParsedNode | null) => ReadonlyMap<string | number, Place> | undefined {
  const indexes = new Map<ParsedNode, ReadonlyMap<string | number, Place>>();
  return (node) => {
    if (!isMap(node) && !isSeq(node)) return undefined;
    const known = indexes.get(node);
    if (known) return known;
    const index = indexChildren(node);
    indexes.set(node, index);
    return index;
  };
}

function indexChildren(node: ParsedNode): ReadonlyMap<string | number, Place> {
  const index = new Map<string | number, Place>();
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
