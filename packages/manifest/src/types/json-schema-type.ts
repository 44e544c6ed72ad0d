import type { Json, JsonObject } from "@plugboard/api";
import { objectType } from "./type-source.ts";

const referencePrefix = "#/$defs/";
const plainTypes: ReadonlyMap<unknown, string> = new Map([
  ["string", "string"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "boolean"],
  ["null", "null"],
]);

/**
 * Generates the type of the values that match a checked JSON Schema. Rules without a counterpart in TypeScript are
 * left out, so that every matching value has the type.
 */
export function jsonSchemaType(schema: JsonObject): string {
  const definitions: Readonly<Record<string, unknown>> = Object(schema["$defs"]);

  function typeOf(part: Json | undefined): string {
    if (!isObject(part)) return "unknown";
    const { $ref, const: constant, enum: values, anyOf, oneOf, type } = part;
    // Checked schemas refer to their own definitions, without cycles.
    if (typeof $ref === "string")
      return typeOf(definitions[$ref.slice(referencePrefix.length)] as Json | undefined);
    if (constant !== undefined) return literal(constant);
    if (Array.isArray(values)) return union(values.map(literal));
    const options = anyOf ?? oneOf;
    if (Array.isArray(options)) return union(options.map(typeOf));
    if (Array.isArray(type)) return union(type.map((each: Json) => typeOf({ ...part, type: each })));
    if (type === "array") return `readonly (${typeOf(part["items"])})[]`;
    if (type === "object") return objectTypeOf(part);
    return plainTypes.get(type) ?? "unknown";
  }

  function objectTypeOf({ properties, required, additionalProperties }: JsonObject): string {
    const names: readonly Json[] = Array.isArray(required) ? required : [];
    if (!isObject(properties)) return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
    return objectType(
      Object.entries(properties).map(([name, property]) => ({
        name,
        type: typeOf(property),
        optional: !names.includes(name),
        documentation: descriptionOf(property),
      })),
    );
  }

  return typeOf(schema);
}

function literal(value: Json): string {
  return typeof value === "object" && value !== null ? "unknown" : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return types.length === 0 ? "never" : [...new Set(types)].join(" | ");
}

function descriptionOf(part: Json | undefined): string {
  const description = isObject(part) ? part["description"] : undefined;
  return typeof description === "string" ? description : "";
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
