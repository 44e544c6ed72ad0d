import type { Json, JsonObject } from "@plugboard/api";

/** Schemas of tools are not recursive, but can be deep. */
const maxDepth = 8;

/**
 * Returns sample arguments for a tool's input schema: the schema's examples and defaults, otherwise the smallest value
 * of each type. The sample may not match every keyword.
 */
export function sampleArguments(inputSchema: JsonObject): JsonObject {
  const definitions = asObject(inputSchema["$defs"]);

  function sample(value: Json | undefined, depth: number): Json {
    const schema = asObject(value);
    const { $ref: reference, type, minimum, properties } = schema;
    if (typeof reference === "string" && depth < maxDepth)
      return sample(definitions[reference.replace("#/$defs/", "")], depth + 1);
    const [example] = [schema["examples"] ?? [], schema["enum"] ?? []].flat();
    const fixed = schema["const"] ?? schema["default"] ?? example;
    if (fixed !== undefined) return fixed;
    const [first] = [type].flat();
    if (first === "number" || first === "integer") return typeof minimum === "number" ? minimum : 0;
    if (first === "boolean") return false;
    if (first === "array") return [];
    if (first === "null") return null;
    if (first !== "object" && properties === undefined) return "";
    const required = [schema["required"]].flat();
    const members = Object.entries(asObject(properties)).filter(([name]) => required.includes(name));
    return depth < maxDepth
      ? Object.fromEntries(members.map(([name, member]) => [name, sample(member, depth + 1)]))
      : {};
  }

  return asObject(sample(inputSchema, 0));
}

function asObject(value: Json | undefined): JsonObject {
  // JSON values that are neither arrays nor scalars are objects.
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
