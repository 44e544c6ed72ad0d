import { isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap, type YAMLSeq } from "yaml";
import type { ManifestPath } from "../model/manifest-issue.ts";

/** A key or an item in its map or list. */
export type Child =
  | { readonly map: YAMLMap.Parsed; readonly pair: Pair<ParsedNode, ParsedNode | null> }
  | { readonly list: YAMLSeq.Parsed; readonly index: number };

/** The part of a path that exists in a tree. */
export interface NodeMatch {
  /** The nodes along the path, without the root. */
  readonly found: readonly Child[];
  /** The value of the last node, or the root. */
  readonly node: ParsedNode | null;
  /** The steps that don't exist yet. */
  readonly rest: ManifestPath;
}

/** Follows a path as far as it exists. */
export function findNode(root: ParsedNode | null, path: ManifestPath): NodeMatch {
  const found: Child[] = [];
  let node = root;
  for (const [position, step] of path.entries()) {
    const child = childOf(node, step);
    if (!child) return { found, node, rest: path.slice(position) };
    found.push(child);
    node = valueOf(child);
  }
  return { found, node, rest: [] };
}

/** Returns the value of a key or an item. */
export function valueOf(child: Child): ParsedNode | null {
  return "pair" in child ? child.pair.value : (child.list.items[child.index] ?? null);
}

/** Returns whether a value is empty: missing, `null`, `{}` or `[]`. */
export function isVacant(node: ParsedNode | null): boolean {
  if (isMap(node) || isSeq(node)) return node.items.length === 0;
  return node === null || (isScalar(node) && node.value === null);
}

/** Returns the offset of a list item's dash. */
export function dashOf(text: string, list: YAMLSeq.Parsed, index: number): number {
  return text.lastIndexOf("-", (list.items[index]?.range[0] ?? 0) - 1);
}

function childOf(node: ParsedNode | null, step: string | number): Child | undefined {
  if (isSeq(node) && typeof step === "number") {
    return step < node.items.length ? { list: node, index: step } : undefined;
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  return pair && { map: node, pair };
}
