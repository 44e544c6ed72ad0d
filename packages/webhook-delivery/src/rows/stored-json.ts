import type { AttemptResult } from "../model/attempt-result.ts";
import type { Circuit, JsonValue } from "../model/endpoint.ts";

/** Reads JSON that a store wrote. The check is a safeguard against other hands in the tables, no more. */
export function fromStoredJson<Value>(text: string, isValue: (value: unknown) => value is Value): Value {
  const value: unknown = JSON.parse(text);
  if (!isValue(value))
    throw new TypeError("a column of JSON holds something else than the store writes there");
  return value;
}

/** Whether a value is a list of texts. */
export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Whether a value that came out of JSON is an object. */
export function isJsonObject(value: unknown): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a circuit, by its state. */
export function isCircuit(value: unknown): value is Circuit {
  return isJsonObject(value) && ["closed", "open", "half-open"].some((state) => state === value["state"]);
}

/** Whether a value is an attempt's result, by the parts that every one has. */
export function isAttemptResult(value: unknown): value is AttemptResult {
  return (
    isJsonObject(value) &&
    typeof value["startedAt"] === "number" &&
    isJsonObject(value["requestHeaders"]) &&
    isJsonObject(value["timings"])
  );
}
