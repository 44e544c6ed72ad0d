import type { Json, JsonObject } from "@plugboard/api";
import type { Binding } from "../elements/attribute-values.ts";
import { isJsonObject } from "./node.ts";

// Deeper than any real markup. Prevents a stack overflow on hostile trees.
const maxDepth = 64;

function isBinding(value: unknown): value is Binding {
  return isJsonObject(value) && typeof value["$state"] === "string" && Object.keys(value).length === 1;
}

function valueOf({ $state: key }: Binding, state: JsonObject): Json | undefined {
  return Object.hasOwn(state, key) ? state[key] : undefined;
}

/**
 * Returns an attribute's value. Bindings resolve to the state under their key.
 *
 * @example
 * ```ts
 * import { resolveBinding } from "@plugboard/components/session";
 *
 * console.log(resolveBinding({ $state: "name" }, { name: "Ada" })); // "Ada"
 * ```
 */
export function resolveBinding(value: unknown, state: JsonObject): unknown {
  return isBinding(value) ? valueOf(value, state) : value;
}

/**
 * Returns a copy of an action's or frame's data with all nested bindings resolved. Values from the state are
 * not resolved again.
 *
 * @example
 * ```ts
 * import { resolveBindings } from "@plugboard/components/session";
 *
 * const data = { user: { name: { $state: "name" } } };
 * console.log(resolveBindings(data, { name: "Ada" })); // { user: { name: "Ada" } }
 * ```
 */
export function resolveBindings(data: JsonObject, state: JsonObject): JsonObject {
  return resolveObject(data, state, 0);
}

function resolveObject(data: JsonObject, state: JsonObject, depth: number): JsonObject {
  const resolved = Object.entries(data).map(([key, value]) => [key, resolveValue(value, state, depth)]);
  return Object.fromEntries(resolved);
}

function resolveValue(value: Json | undefined, state: JsonObject, depth: number): Json | undefined {
  if (depth > maxDepth || typeof value !== "object" || value === null) return value;
  if (isBinding(value)) return valueOf(value, state);
  if (isJsonObject(value)) return resolveObject(value, state, depth + 1);
  return value.map((item) => resolveValue(item, state, depth + 1) ?? null);
}
