import type { JsonObject } from "@plugboard/api";

/**
 * Parses a JSON object, or returns `undefined` for empty text.
 * @throws Error with a message for the user
 */
export function readObject(what: string, text: string): JsonObject | undefined {
  if (text.trim() === "") return undefined;
  const problem = `${what} must be a JSON object.`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(problem, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(problem);
  // `JSON.parse` returns JSON.
  return value as JsonObject;
}
