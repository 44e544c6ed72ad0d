import type { Json, JsonObject } from "@plugboard/api";
import { isRecord } from "../is-record.ts";

/** Replaces each `{ "$state": key }` in an action's data by what the state holds, as a browser does. */
export function resolveBindings(value: JsonObject, state: JsonObject): JsonObject {
  const entries = Object.entries(value).map(([name, inner]) => [name, resolveValue(inner, state)]);
  return Object.fromEntries(entries);
}

function resolveValue(value: Json | undefined, state: JsonObject): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => resolveValue(item, state) ?? null);
  if (!isJsonObject(value)) return value;
  const { $state: key } = value;
  return typeof key === "string" ? state[key] : resolveBindings(value, state);
}

function isJsonObject(value: Json | undefined): value is JsonObject {
  return isRecord(value);
}
