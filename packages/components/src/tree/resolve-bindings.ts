import type { Json, JsonObject } from "@plugboard/api";
import type { Binding } from "../elements/attribute-values.ts";
import { isJsonObject } from "./node.ts";

// Deeper than any markup; what lies below is left alone, so that a hostile tree can't exhaust the stack.
const maxDepth = 64;

function isBinding(value: unknown): value is Binding {
  return isJsonObject(value) && typeof value["$state"] === "string" && Object.keys(value).length === 1;
}

function valueOf({ $state: key }: Binding, state: JsonObject): Json | undefined {
  return Object.hasOwn(state, key) ? state[key] : undefined;
}

/**
 * The value of an attribute: where it is a binding, what the state holds under its key.
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
 * A copy of an action's or a frame's data with every binding in it, at any depth, replaced by its value. What comes out
 * of the state is not resolved again.
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
