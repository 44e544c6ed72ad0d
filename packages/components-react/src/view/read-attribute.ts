import type { UiAction, UiNode } from "@plugboard/api";
import type { Confirm } from "@plugboard/components";
import { isAction, isJsonObject, isNode } from "@plugboard/components/session";

// A tree comes from a third party: an attribute of the wrong type reads as one that is absent.

/** The text of an attribute; a number counts as its text. */
export function readText(node: UiNode, name: string): string | undefined {
  const value = node[name];
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}

/** Whether an attribute is `true`. */
export function readFlag(node: UiNode, name: string): boolean {
  return node[name] === true;
}

/** A number above zero. */
export function readPositive(node: UiNode, name: string): number | undefined {
  const value = node[name];
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
}

/** One of the strings allowed, or the first of them. */
export function readChoice<const T extends string>(
  node: UiNode,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  return choices.find((choice) => choice === node[name]) ?? choices[0];
}

/** The action of an attribute. */
export function readAction(node: UiNode, name: string): UiAction | undefined {
  const value = node[name];
  return isAction(value) ? value : undefined;
}

/** The nodes of an attribute that is one, or a list of them. */
export function readNodes(node: UiNode, name: string): readonly UiNode[] {
  const value = node[name];
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

/** The `url` of an attribute such as `source`; not yet checked. */
export function readUrl(node: UiNode, name: string): unknown {
  const value = node[name];
  return isJsonObject(value) ? value["url"] : undefined;
}

/** What to ask before an action is performed. */
export function readConfirm(value: unknown): Confirm | undefined {
  if (!isJsonObject(value)) return undefined;
  const { title, text, confirm, style } = value;
  if (typeof title !== "string" || typeof text !== "string" || typeof confirm !== "string") return undefined;
  return { title, text, confirm, style: style === "danger" ? "danger" : "primary" };
}

/** Whether an attribute is a list that holds something. */
export function hasItems(node: UiNode, name: string): boolean {
  const value = node[name];
  return Array.isArray(value) && value.length > 0;
}
