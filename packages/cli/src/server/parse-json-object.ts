import type { JsonObject } from "@plugboard/api";

/** Parses a JSON object. `undefined` for any other text. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Parsed JSON contains only JSON.
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
