import type { Binding } from "@plugboard/components";
import type { Json, JsonObject } from "@plugboard/api";
import { isRecord } from "./is-record.ts";

// Deeper than any markup; what lies below is left alone, so that a hostile tree can't exhaust the stack.
const maximumDepth = 64;

function isBinding(value: unknown): value is Binding {
  return isRecord(value) && typeof value["$state"] === "string" && Object.keys(value).length === 1;
}

/** A value of an attribute, or where it is a binding, what stands in the state under its key. */
export function resolveBinding(value: unknown, state: JsonObject): unknown {
  if (!isBinding(value)) return value;
  return Object.hasOwn(state, value.$state) ? state[value.$state] : undefined;
}

/** A copy of an action's or a frame's data with every binding in it, at any depth, replaced by its value. */
export function resolveBindings(data: JsonObject, state: JsonObject, depth = 0): JsonObject {
  const resolved = Object.entries(data).map(([key, value]) => [key, resolveValue(value, state, depth)]);
  return Object.fromEntries(resolved);
}

function resolveValue(value: Json | undefined, state: JsonObject, depth: number): Json | undefined {
  if (depth > maximumDepth || typeof value !== "object" || value === null) return value;
  if (isBinding(value)) return Object.hasOwn(state, value.$state) ? state[value.$state] : undefined;
  if (isRecord(value)) return resolveBindings(value, state, depth + 1);
  return value.map((item) => resolveValue(item, state, depth + 1) ?? null);
}
