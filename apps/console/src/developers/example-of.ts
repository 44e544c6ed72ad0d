import type { Schema } from "../data/openapi.ts";

/** Returns an example value for a schema, built from its field names. */
export function exampleOf(schema: Schema, name: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([field, value]) => [
        field,
        field === "type" ? name : exampleOf(value, field),
      ]),
    );
  const values: Readonly<Record<string, unknown>> = {
    integer: 1,
    number: 1,
    boolean: true,
    array: [],
    object: {},
  };
  const [type = ""] = [schema.type ?? ""].flat();
  return values[type] ?? `${name.replace(/Id$/, "")}_1`;
}
