import type { Json, JsonObject } from "@plugboard/api";

const maxParts = 2000;
const charactersOfAPart = 64;
const reference = /^#\/\$defs\/([^/~%]+)$/;

/** Keywords without a bound on time: regular expressions, and comparisons of all items with each other. */
const unbounded: ReadonlySet<string> = new Set(["pattern", "patternProperties", "uniqueItems"]);
/** Keywords that refer to schemas in other ways than {@link reference}. */
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
/** Keywords with values that are not schemas. */
const values: ReadonlySet<string> = new Set(["const", "default", "enum", "examples", "required"]);
/** Keywords with a map of schemas, whose keys are names. */
const named: ReadonlySet<string> = new Set(["$defs", "dependentSchemas", "properties"]);

/** The cost of validating values with a JSON Schema. */
export interface SchemaCost {
  /** The number of parts with references expanded. */
  readonly parts: number;
  /**
   * The reason why the cost is unbounded, as the rest of a sentence about the schema. `undefined` if it is
   * bounded.
   */
  readonly problem: string | undefined;
}

/**
 * Measures a JSON Schema. Validating a value takes at most `parts` times the number of the value's parts. Don't
 * use a schema with a `problem`: organizations share the validating process.
 *
 * @example
 * import { measureSchema } from "@plugboard/manifest";
 *
 * const { problem } = measureSchema({ type: "string", pattern: "(a+)+$" });
 * console.log(problem); // "has pattern, whose validation time is unbounded"
 */
export function measureSchema(schema: JsonObject): SchemaCost {
  let problem: string | undefined;
  const refuse = (message: string): number => {
    problem ??= message;
    return 0;
  };
  const definitions = Object(schema["$defs"]);
  const known = new Map<string, number>();
  const open = new Set<string>();

  function measureReference(target: Json | undefined): number {
    const name = typeof target === "string" ? reference.exec(target)?.[1] : undefined;
    if (name === undefined || !Object.hasOwn(definitions, name))
      return refuse(`refers to ${JSON.stringify(target)}; it can only refer to its own #/$defs`);
    const before = known.get(name);
    if (before !== undefined) return before;
    if (open.has(name)) return refuse(`refers to #/$defs/${name} in a cycle, which has no end`);
    open.add(name);
    const parts = measure(definitions[name]);
    open.delete(name);
    known.set(name, parts);
    return parts;
  }

  function measureKeyword(keyword: string, value: Json | undefined): number {
    if (keyword === "$ref") return measureReference(value);
    // Counted by its references.
    if (keyword === "$defs") return 0;
    if (values.has(keyword)) return measureJson(value);
    if (unbounded.has(keyword) && value !== false)
      return refuse(`has ${keyword}, whose validation time is unbounded`);
    if (elsewhere.has(keyword)) return refuse(`has ${keyword}; it can only refer to its own #/$defs`);
    if (keyword === "format" && !formats.has(value))
      return refuse(
        `has the format ${JSON.stringify(value)}; supported formats are ${[...formats].join(", ")}`,
      );
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
    if (parts >= maxParts) return refuse(`has more than ${maxParts} parts including its references`);
    return parts + 1;
  }

  for (const name of Object.keys(definitions)) measureReference(`#/$defs/${name}`);
  const parts = measure(schema);
  return { parts, problem };
}

/**
 * Returns the number of parts in a JSON value: its objects, lists and values, and each piece of a long text.
 *
 * @example
 * import { measureJson } from "@plugboard/manifest";
 *
 * console.log(measureJson({ a: [1, 2] })); // 4
 */
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
