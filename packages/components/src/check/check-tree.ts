import type { JsonObject } from "@plugboard/api";
import { actionTable, elementTable, objectTable, rootKind } from "../elements/element-table.ts";
import type { RootElement } from "../elements/element.ts";
import { type Attribute, type Attributes, findKind, type Kind, nameOfKind } from "../elements/kind.ts";
import { isPlainObject, typeOf } from "../elements/plain-object.ts";
import type { ComponentErrorCode } from "./component-error.ts";
import { fail, pathTo } from "./fail.ts";

/** Limits that apply separately to a rendered tree, its state and its props. */
export const treeLimits: Readonly<Record<"depth" | "values" | "characters", number>> = {
  /** Nested objects and lists. An element and its list of children count as two levels. */
  depth: 100,
  /** Elements, attributes, text and nested values in total. */
  values: 20_000,
  /** Length of all text and keys in UTF-16 code units. */
  characters: 1_000_000,
};

/**
 * Asserts that a value is a valid component tree: known elements and attributes, allowed children, safe URLs,
 * plain JSON within {@link treeLimits}.
 *
 * @throws {ComponentError} at the first problem, with its `path`, such as `block.children[2].onPress.action`
 *
 * @example
 * ```ts
 * import { checkTree, ComponentError } from "@plugboard/components";
 *
 * try {
 *   checkTree({ type: "block", children: [{ type: "divider", size: "huge" }] });
 * } catch (error) {
 *   if (error instanceof ComponentError) console.log(error.path); // "block.children[0].size"
 * }
 * ```
 */
export function checkTree(tree: unknown): asserts tree is RootElement {
  checkValue(tree, rootKind, typeOf(tree)?.slice(0, 60) || "tree", startWalk());
}

/**
 * Asserts that a value is a JSON object within {@link treeLimits}.
 *
 * @throws {ComponentError} at the first problem
 */
export function checkJsonObject(value: unknown, path: string): asserts value is JsonObject {
  checkValue(value, { kind: "object", name: "Object" }, path, startWalk());
}

/** The state of a tree traversal. */
interface Walk {
  /** The objects and lists that contain the value. */
  readonly ancestors: unknown[];
  values: number;
  characters: number;
}

const startWalk = (): Walk => ({ ancestors: [], values: 0, characters: 0 });

/** Checks a value recursively. Without a kind, any JSON is allowed. */
function checkValue(value: unknown, kind: Attribute | undefined, path: string, walk: Walk): void {
  checkJson(value, path, walk);
  const found = kind && findKind(kind, value);
  if (kind && !found) fail(refusal(value, kind), path, nameOfKind(kind), value);

  walk.ancestors.push(value);
  if (Array.isArray(value)) {
    const items = found?.kind === "list" ? found.items : undefined;
    for (const [index, item] of value.entries()) checkValue(item, items, pathTo(path, index), walk);
  } else if (isPlainObject(value)) {
    checkAttributes(value, found && attributesOf(value, found, path), path, walk);
  }
  walk.ancestors.pop();
}

/** Checks that a value is JSON and within limits, without looking at nested values. */
function checkJson(value: unknown, path: string, walk: Walk): void {
  walk.values += 1;
  if (typeof value === "string") walk.characters += value.length;
  const problem = jsonProblem(value, walk);
  if (problem) fail(problem, path, "JSON within treeLimits", value);
}

function jsonProblem(
  value: unknown,
  { ancestors, values, characters }: Walk,
): ComponentErrorCode | undefined {
  if (values > treeLimits.values || characters > treeLimits.characters) return "too_large";
  if (Array.isArray(value) || isPlainObject(value)) {
    if (ancestors.includes(value)) return "cyclic";
    return ancestors.length < treeLimits.depth ? undefined : "too_deep";
  }
  const isPrimitive =
    value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
  return isPrimitive ? undefined : "not_json";
}

/** Returns the error code for a value of the wrong kind. */
function refusal(value: unknown, kind: Kind): ComponentErrorCode {
  if (value === undefined) return "missing_attribute";
  if (kind.kind === "scalar" && kind.name.endsWith("Url")) return "unsafe_url";
  const type = typeOf(value);
  return type && !Object.hasOwn(elementTable, type) ? "unknown_element" : "invalid_value";
}

const tables: Readonly<Record<string, Attributes>> = { ...elementTable, ...objectTable };
const builtInActions: Readonly<Record<string, Attributes>> = actionTable;
const nameKind: Kind = { kind: "scalar", name: "name", accepts: (value) => typeof value === "string" };

/** Returns the allowed attributes of an object. `undefined` if it holds arbitrary data. */
function attributesOf(
  value: Readonly<Record<string, unknown>>,
  kind: Kind,
  path: string,
): Attributes | undefined {
  if (kind.kind === "element") return { ...tables[String(value.type)], type: nameKind };
  if (kind.kind !== "object") return undefined;
  return kind.name === "Action" ? actionAttributes(value.action, path) : tables[kind.name];
}

/**
 * Returns the attributes of a built-in action. Component actions can have any; their names start with a
 * letter, a digit or `_`.
 */
function actionAttributes(action: unknown, path: string): Attributes | undefined {
  if (typeof action === "string") {
    if (/^\w/.test(action)) return undefined;
    if (Object.hasOwn(builtInActions, action)) return { ...builtInActions[action], action: nameKind };
  }
  return fail("unknown_action", `${path}.action`, "built-in action, or a name without @", action);
}

function checkAttributes(
  value: Readonly<Record<string, unknown>>,
  attributes: Attributes | undefined,
  path: string,
  walk: Walk,
): void {
  for (const [key, item] of Object.entries(value)) {
    // JSON omits undefined values.
    if (item === undefined) continue;
    const itemPath = pathTo(path, key);
    if (attributes && !Object.hasOwn(attributes, key)) {
      fail("unknown_attribute", itemPath, Object.keys(attributes).join("|"), item);
    }
    // The element check covers the type.
    if (attributes && key === "type") continue;
    if (key === "__proto__") fail("not_json", itemPath, "JSON within treeLimits", item);
    walk.characters += key.length;
    checkValue(item, attributes?.[key], itemPath, walk);
  }
  for (const [key, attribute] of Object.entries(attributes ?? {})) {
    if (value[key] === undefined && !attribute.optional) {
      fail("missing_attribute", pathTo(path, key), nameOfKind(attribute), undefined);
    }
  }
}
