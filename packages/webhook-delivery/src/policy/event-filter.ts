import { DeliveryError } from "../errors/delivery-error.ts";
import type { FieldCondition, FieldValue, JsonValue } from "../model/endpoint.ts";

const maxConditions = 20;
const maxDepth = 10;
const maxValues = 100;
const maxTextLength = 1_000;

/**
 * Returns whether an event's body meets all conditions of a filter. Without a filter, every body does. A body
 * that is not JSON has no fields.
 *
 * @param body the parsed JSON body
 *
 * @example
 * import { matchesFilter } from "@plugboard/webhook-delivery";
 *
 * const onlyBad = [{ field: ["feedback", "rating"], oneOf: ["bad", "ok"] }];
 * console.log(matchesFilter(onlyBad, { feedback: { rating: "good" } })); // false
 */
export function matchesFilter(filter: readonly FieldCondition[] | undefined, body: unknown): boolean {
  return (filter ?? []).every((condition) => meets(condition, readField(body, condition.field)));
}

/**
 * Returns whether an event reaches an endpoint by their channels. An endpoint without channels receives events
 * of all channels.
 *
 * @example
 * import { sharesChannel } from "@plugboard/webhook-delivery";
 *
 * console.log(sharesChannel(["eu"], ["eu", "us"]), sharesChannel(["eu"], []), sharesChannel([], ["us"])); // true false true
 */
export function sharesChannel(ofEndpoint: readonly string[], ofEvent: readonly string[]): boolean {
  return ofEndpoint.length === 0 || ofEndpoint.some((channel) => ofEvent.includes(channel));
}

function meets(condition: FieldCondition, value: unknown): boolean {
  if (condition.equals !== undefined) return value === condition.equals;
  if (condition.oneOf !== undefined) return condition.oneOf.some((wanted) => wanted === value);
  return (value !== undefined) === condition.exists;
}

function readField(body: unknown, names: readonly string[]): unknown {
  let value = body;
  for (const name of names) {
    const isField =
      typeof value === "object" && value !== null && Object.prototype.propertyIsEnumerable.call(value, name);
    value = isField ? Reflect.get(Object(value), name) : undefined;
  }
  return value;
}

/** Returns a function that parses the body once, on first use. */
export function lazyBody(body: string): () => unknown {
  let read: { readonly value: unknown } | undefined;
  return () => {
    read ??= { value: parse(body) };
    return read.value;
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Throws `DeliveryError` (`invalid_endpoint`) if a filter is malformed or too large. */
export function checkFilter(filter: readonly FieldCondition[]): void {
  if (!Array.isArray(filter) || filter.length > maxConditions) {
    throw invalid(`filter must be a list of at most ${maxConditions} conditions`);
  }
  for (const [index, condition] of filter.entries()) checkCondition(`filter[${index}]`, condition);
}

function checkCondition(part: string, condition: FieldCondition): void {
  const { field, equals, oneOf, exists } = condition;
  const isPath = Array.isArray(field) && field.length >= 1 && field.length <= maxDepth && field.every(isText);
  if (!isPath) {
    throw invalid(`${part}.field is ${show(field)}; it must be a list of 1 to ${maxDepth} field names`);
  }
  if ([equals, oneOf, exists].filter((test) => test !== undefined).length !== 1) {
    throw invalid(`${part} must have exactly one of equals, oneOf and exists`);
  }
  if (equals !== undefined && !isFieldValue(equals)) {
    throw invalid(
      `${part}.equals is ${show(equals)}; it must be a string of at most ${maxTextLength} characters, a number, true, false or null`,
    );
  }
  const isList =
    Array.isArray(oneOf) && oneOf.length >= 1 && oneOf.length <= maxValues && oneOf.every(isFieldValue);
  if (oneOf !== undefined && !isList) {
    throw invalid(
      `${part}.oneOf is ${show(oneOf)}; it must be a list of 1 to ${maxValues} strings, numbers, booleans or null`,
    );
  }
  if (exists !== undefined && typeof exists !== "boolean") {
    throw invalid(`${part}.exists is ${show(exists)}; it must be true or false`);
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= maxTextLength && value.isWellFormed();
}

function isFieldValue(value: unknown): value is FieldValue {
  return value === null || typeof value === "boolean" || Number.isFinite(value) || isText(value);
}

function show(value: JsonValue | undefined): string {
  return value === undefined ? "undefined" : JSON.stringify(value).slice(0, 100);
}

function invalid(message: string): DeliveryError {
  return new DeliveryError("invalid_endpoint", message, { part: "filter" });
}
