import { isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap, type YAMLSeq } from "yaml";
import type { ManifestPath } from "../model/manifest-issue.ts";

/** A key or an item inside its map or list. */
export type Child =
  | { readonly map: YAMLMap.Parsed; readonly pair: Pair<ParsedNode, ParsedNode | null> }
  | { readonly list: YAMLSeq.Parsed; readonly index: number };

/** How far a path leads into a tree. */
export interface Place {
  /** What the path has led to, without the root itself. */
  readonly found: readonly Child[];
  /** What the last of them holds, or the root. */
  readonly node: ParsedNode | null;
  /** The steps that lead nowhere yet. */
  readonly rest: ManifestPath;
}

/** Follows a path as far as there is something. */
export function findPlace(root: ParsedNode | null, path: ManifestPath): Place {
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

/** What a key or an item holds. */
export function valueOf(child: Child): ParsedNode | null {
  return "pair" in child ? child.pair.value : (child.list.items[child.index] ?? null);
}

/** Whether there is nothing in a value: no text at all, `null`, `{}` or `[]`. */
export function isVacant(node: ParsedNode | null): boolean {
  if (isMap(node) || isSeq(node)) return node.items.length === 0;
  return node === null || (isScalar(node) && node.value === null);
}

/** Where the dash of a list item is. */
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
