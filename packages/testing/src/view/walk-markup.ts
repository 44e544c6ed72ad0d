import type { UiNode } from "@plugboard/api";
import { isNode } from "@plugboard/components/session";

/** Yields the visible elements of a tree, root first. Inactive steps of a stepper are skipped. */
export function* walkMarkup(node: UiNode): Generator<UiNode, void> {
  yield node;
  for (const value of Object.values(node)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const child of values) {
      if (isNode(child) && !isOtherStep(node, child)) yield* walkMarkup(child);
    }
  }
}

/** Returns the visible text, one line per element. */
export function textOf(node: UiNode): string {
  return linesOf(node).join("\n");
}

const inlineTypes = new Set(["text", "link", "hint"]);
const textAttributes = new Set(["title", "subtitle", "label", "hint", "content"]);

function linesOf(node: UiNode): readonly string[] {
  if (inlineTypes.has(node.type)) return [inlineText(node)];
  return Object.entries(node).flatMap(([name, value]) => {
    if (typeof value === "string") return textAttributes.has(name) ? [value] : [];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((child) => {
      if (typeof child === "string") return name === "children" ? [child] : [];
      return isNode(child) && !isOtherStep(node, child) ? linesOf(child) : [];
    });
  });
}

function inlineText(node: UiNode): string {
  return childrenOf(node)
    .map((child) => (isNode(child) ? inlineText(child) : String(child)))
    .join("");
}

/** Returns the children of an element, which are always a list in received markup. */
export function childrenOf({ children }: UiNode): readonly unknown[] {
  return Array.isArray(children) ? children : [];
}

function isOtherStep(parent: UiNode, child: UiNode): boolean {
  return parent.type === "stepper" && child.type === "step" && child.id !== parent.activeStep;
}
