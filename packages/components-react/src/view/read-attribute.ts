import type { UiAction, UiNode } from "@plugboard/api";
import type { Confirm } from "@plugboard/components";
import { isAction, isJsonObject, isNode } from "@plugboard/components/session";

// Trees come from third parties: an attribute of the wrong type counts as missing.

/** Returns an attribute's text. Numbers are converted. */
export function readText(node: UiNode, name: string): string | undefined {
  const value = node[name];
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}

/** Returns whether an attribute is `true`. */
export function readFlag(node: UiNode, name: string): boolean {
  return node[name] === true;
}

/** Returns a number above zero. */
export function readPositive(node: UiNode, name: string): number | undefined {
  const value = node[name];
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
}

/** Returns one of the allowed strings, or the first one. */
export function readChoice<const T extends string>(
  node: UiNode,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  return choices.find((choice) => choice === node[name]) ?? choices[0];
}

/** Returns an attribute's action. */
export function readAction(node: UiNode, name: string): UiAction | undefined {
  const value = node[name];
  return isAction(value) ? value : undefined;
}

/** Returns an attribute's nodes, from a single node or a list. */
export function readNodes(node: UiNode, name: string): readonly UiNode[] {
  const value = node[name];
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

/** Returns the unchecked `url` of an attribute such as `source`. */
export function readUrl(node: UiNode, name: string): unknown {
  const value = node[name];
  return isJsonObject(value) ? value["url"] : undefined;
}

/** Returns the confirmation to show before an action. */
export function readConfirm(value: unknown): Confirm | undefined {
  if (!isJsonObject(value)) return undefined;
  const { title, text, confirm, style } = value;
  if (typeof title !== "string" || typeof text !== "string" || typeof confirm !== "string") return undefined;
  return { title, text, confirm, style: style === "danger" ? "danger" : "primary" };
}

/** Returns whether an attribute is a non-empty list. */
export function hasItems(node: UiNode, name: string): boolean {
  const value = node[name];
  return Array.isArray(value) && value.length > 0;
}
