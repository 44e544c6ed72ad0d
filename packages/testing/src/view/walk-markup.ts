import type { UiNode } from "@plugboard/api";
import { isRecord } from "./is-record.ts";

/** Every element of a tree that a user can see, the root first; of a stepper only its active step. */
export function* walkMarkup(node: UiNode): Generator<UiNode, void> {
  yield node;
  for (const [name, value] of Object.entries(node)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const child of values) {
      if (isNode(child) && !(name === "children" && isOtherStep(node, child))) yield* walkMarkup(child);
    }
  }
}

/** All text a user can see, in the order of the tree. */
export function textOf(node: UiNode): string {
  return [...walkText(node)].join(" ");
}

function* walkText(node: UiNode): Generator<string, void> {
  for (const name of ["title", "subtitle", "label", "hint", "content"]) {
    const value = node[name];
    if (typeof value === "string") yield value;
  }
  for (const child of childrenOf(node)) {
    if (typeof child === "string") yield child;
    else if (isNode(child) && !isOtherStep(node, child)) yield* walkText(child);
  }
}

/** The children of an element; markup on the wire has them in a list. */
export function childrenOf({ children }: UiNode): readonly unknown[] {
  return Array.isArray(children) ? children : [];
}

/** Whether a value is an element of markup. */
export function isNode(value: unknown): value is UiNode {
  return isRecord(value) && typeof value.type === "string";
}

function isOtherStep(parent: UiNode, child: UiNode): boolean {
  return parent.type === "stepper" && child.id !== parent.activeStep;
}
