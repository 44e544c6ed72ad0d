import type { JsonObject } from "@plugboard/api";
import { ApiError } from "@plugboard/api/client";

/** Creates the error that the API would send about a field. */
export function invalidField(name: string, message: string): ApiError {
  return new ApiError("invalid_request", `The ${name} ${message}.`, { problems: [{ path: name, message }] });
}

/**
 * Parses the JSON object in a field, or returns `undefined` for empty text.
 *
 * @throws ApiError with the line and column of a syntax error
 */
export function readObject(name: string, text: string): JsonObject | undefined {
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalidField(name, describeSyntaxError(text, String(error)));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidField(name, 'must be a JSON object, such as { "cents": 4200 }');
  // `JSON.parse` returns JSON.
  return value as JsonObject;
}

/** Describes where and why JSON is malformed. Browsers name the line and column, except Safari. */
function describeSyntaxError(text: string, message: string): string {
  const [, line = "", column = ""] = /line (\d+) column (\d+)/.exec(message) ?? [];
  const before = text.split("\n").slice(0, Number(line));
  const start = [...before.slice(0, -1), before.at(-1)?.slice(0, Number(column) - 1)].join("\n");
  const location = line === "" ? "" : ` at line ${line}, column ${column}`;
  const fix = start.trimEnd().endsWith(",")
    ? "Remove the comma before it"
    : "Check the quotes, commas and brackets";
  return `is not valid JSON${location}. ${fix}`;
}
