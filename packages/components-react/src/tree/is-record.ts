import type { JsonObject } from "@plugboard/api";

/** Whether a value that came out of JSON is an object, and neither a list nor null. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
