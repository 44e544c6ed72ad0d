import * as z from "zod";

/** The name and description of a schema. */
export interface ShapeInfo {
  readonly name: string;
  readonly description: string;
}

const shapes = z.registry<ShapeInfo>();

/**
 * Names and describes a schema. It becomes a documented type of `@plugboard/api/client`, and a component of the OpenAPI document without
 * the suffix `Resource`.
 *
 * @example
 * import { shape } from "@plugboard/api/contract";
 * import * as z from "zod";
 *
 * const project = shape("ProjectResource", "A project.", z.object({ title: z.string() }));
 * console.log(project.description); // A project.
 */
export function shape<Schema extends z.ZodType>(name: string, description: string, schema: Schema): Schema {
  const described = schema.describe(description);
  shapes.add(described, { name, description });
  return described;
}

/** Returns the name and description given with {@link shape}, if any. Copies of the schema have them too. */
export function shapeOf(schema: z.core.$ZodType): ShapeInfo | undefined {
  return shapes.get(schema);
}

/**
 * Returns the named schemas that the roots consist of, by name.
 *
 * @throws Error if a name stands for schemas that differ
 */
export function collectShapes(roots: readonly z.core.$ZodType[]): Map<string, z.core.$ZodType> {
  const found = new Map<string, z.core.$ZodType>();
  const seen = new Set<z.core.$ZodType>();
  const visit = (schema: z.core.$ZodType): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    const name = shapeOf(schema)?.name;
    const other = name === undefined ? undefined : found.get(name);
    if (other !== undefined && textOf(other) !== textOf(schema))
      throw new Error(`Two different schemas have the name ${name}: rename one, or use the same one.`);
    if (name !== undefined && other === undefined) found.set(name, schema);
    partsOf(schema).forEach(visit);
  };
  roots.forEach(visit);
  return found;
}

function textOf(schema: z.core.$ZodType): string {
  const { description: _, ...text } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return JSON.stringify(text);
}

function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodObject)
    return [...Object.values<z.core.$ZodType>(schema.shape), ...catchallOf(schema)];
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodExactOptional
  )
    return [schema.unwrap()];
  return [];
}

function catchallOf({ def }: z.ZodObject): readonly z.core.$ZodType[] {
  return def.catchall === undefined ? [] : [def.catchall];
}
