import type { UiNode } from "@plugboard/api";
import { isNode } from "./read-attribute.ts";

const childAttributes = [
  "children",
  "element",
  "hint",
  "icon",
  "submit",
  "buttons",
  "header",
  "footer",
] as const;

/** Every node of a tree, its root first. It keeps a list instead of recursing, so no depth exhausts the stack. */
export function* walkTree(root: UiNode): Generator<UiNode> {
  const waiting: UiNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    for (const child of childrenOf(node)) waiting.push(child);
  }
}

function childrenOf(node: UiNode): UiNode[] {
  return childAttributes.flatMap((name) => {
    const value = node[name];
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

/** Whether a tree has more nodes than `limit`; stops counting there. */
export function hasMoreNodesThan(root: UiNode, limit: number): boolean {
  const nodes = walkTree(root);
  for (let count = 0; count <= limit; count += 1) {
    if (nodes.next().done === true) return false;
  }
  return true;
}
