import type { Json, JsonObject } from "@plugboard/api";
import { PlatformError } from "../common/platform-error.ts";

const maxParts = 2000;
const charactersOfAPart = 64;
const reference = /^#\/\$defs\/([^/~%]+)$/;

/** What takes longer than its length says: regular expressions and comparisons of every item with every other. */
const unbounded: ReadonlySet<string> = new Set(["pattern", "patternProperties", "uniqueItems"]);
/** What refers to schemas in other ways than {@link reference}. */
const elsewhere: ReadonlySet<string> = new Set([
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$id",
  "$recursiveAnchor",
  "$recursiveRef",
  "definitions",
  "id",
]);
const formats: ReadonlySet<unknown> = new Set([
  "date",
  "date-time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "time",
  "uri",
  "uuid",
]);
/** Values in a schema, which are no schemas themselves. */
const values: ReadonlySet<string> = new Set(["const", "default", "enum", "examples", "required"]);
/** Keywords with a schema under each of some names, which are no keywords. */
const named: ReadonlySet<string> = new Set(["$defs", "dependentSchemas", "properties"]);

/**
 * How many parts a JSON Schema has once its references are written out. Checking a value takes at most this number times the number of
 * the value's own parts: a schema for which that would not hold is refused, because organizations share the process that checks.
 *
 * @throws PlatformError `invalid_request`
 */
export function measureSchema(schema: JsonObject): number {
  const definitions = Object(schema["$defs"]);
  const known = new Map<string, number>();
  const open = new Set<string>();

  function measureReference(target: Json | undefined): number {
    const name = typeof target === "string" ? reference.exec(target)?.[1] : undefined;
    if (name === undefined || !Object.hasOwn(definitions, name))
      throw refuse(`refers to ${JSON.stringify(target)}; it may refer to its own #/$defs alone`);
    const before = known.get(name);
    if (before !== undefined) return before;
    if (open.has(name)) throw refuse(`refers to #/$defs/${name} in a circle, which could go on without end`);
    open.add(name);
    const parts = measure(definitions[name]);
    open.delete(name);
    known.set(name, parts);
    return parts;
  }

  function measureKeyword(keyword: string, value: Json | undefined): number {
    if (keyword === "$ref") return measureReference(value);
    // Whatever refers to it counts it.
    if (keyword === "$defs") return 0;
    if (values.has(keyword)) return measureJson(value);
    if (unbounded.has(keyword) && value !== false)
      throw refuse(`has ${keyword}, and nothing says how long checking that takes`);
    if (elsewhere.has(keyword)) throw refuse(`has ${keyword}; it may refer to its own #/$defs alone`);
    if (keyword === "format" && !formats.has(value))
      throw refuse(`has the format ${JSON.stringify(value)}; there are ${[...formats].join(", ")}`);
    return named.has(keyword)
      ? sum(Object.values<Json | undefined>(Object(value)).map(measure))
      : measure(value);
  }

  function measure(part: Json | undefined): number {
    const parts = Array.isArray(part)
      ? sum(part.map(measure))
      : typeof part === "object" && part !== null
        ? sum(
            Object.entries<Json | undefined>(Object(part)).map(([key, value]) => measureKeyword(key, value)),
          )
        : 0;
    if (parts >= maxParts) throw refuse(`has more than ${maxParts} parts with what it refers to`);
    return parts + 1;
  }

  for (const name of Object.keys(definitions)) measureReference(`#/$defs/${name}`);
  return measure(schema);
}

/** How many parts a JSON value has: each object, list and value in it, and each piece of a long text. */
export function measureJson(value: Json | undefined): number {
  if (typeof value === "string") return 1 + Math.floor(value.length / charactersOfAPart);
  if (typeof value !== "object" || value === null) return 1;
  return Object.entries<Json | undefined>(Object(value)).reduce(
    (parts, [key, each]) => parts + Math.floor(key.length / charactersOfAPart) + measureJson(each),
    1,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function refuse(message: string): PlatformError {
  return new PlatformError("invalid_request", `The schema ${message}.`, [{ path: "schema", message }]);
}
