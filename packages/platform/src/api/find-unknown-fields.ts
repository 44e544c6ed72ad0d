import { suggest } from "@plugboard/manifest";
import * as z from "zod";
import type { PlatformProblem } from "../common/platform-error.ts";

const maxListed = 18;
// Comparing names takes time, and a body can have very many.
const maxDescribed = 20;

/**
 * Describes a value's unknown fields, each with the most similar known one. Objects of
 * free form, such as settings, have no unknown fields.
 *
 * @param schema - `undefined` if no field is allowed
 * @param value - JSON, or a query
 */
export function findUnknownFields(
  schema: z.core.$ZodType | undefined,
  value: unknown,
): readonly PlatformProblem[] {
  return listUnknown(schema, value, [])
    .slice(0, maxDescribed)
    .map(({ path, name, fields }) => ({
      path: [...path, name].join("."),
      message: describeUnknown(name, fields),
    }));
}

interface UnknownField {
  /** The path of the object. */
  readonly path: readonly string[];
  readonly name: string;
  /** The fields that the object can have. */
  readonly fields: readonly string[];
}

function listUnknown(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  path: readonly string[],
): readonly UnknownField[] {
  if (typeof value !== "object" || value === null) return [];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodExactOptional
  )
    return listUnknown(schema.unwrap(), value, path);
  if (schema instanceof z.ZodLazy) return listUnknown(schema.unwrap(), value, path);
  // A request has the fields of the input.
  if (schema instanceof z.ZodPipe) return listUnknown(schema.in, value, path);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator, options } = schema.def;
    const kind: unknown = Reflect.get(value, discriminator);
    // The values of the discriminator are literals.
    const option = options.find(({ _zod: { propValues } }) =>
      propValues?.[discriminator]?.has(kind as z.core.util.Primitive),
    );
    // Without an option, the schema refuses the discriminator.
    return option === undefined ? [] : listUnknown(option, value, path);
  }
  if (schema instanceof z.ZodUnion) {
    const all = schema.options.map((option) => listUnknown(option, value, path));
    return all.toSorted((left, right) => left.length - right.length)[0] ?? [];
  }
  if (schema !== undefined && !hasFields(schema)) return [];
  // The schema refuses an array in place of an object, and the reverse.
  if (schema !== undefined && Array.isArray(value) !== schema instanceof z.ZodArray) return [];
  const fields: Readonly<Record<string, z.core.$ZodType>> = schema instanceof z.ZodObject ? schema.shape : {};
  const names = Object.keys(fields);
  const rest = restOf(schema);
  const found: UnknownField[] = [];
  for (const [name, item] of Object.entries(value)) {
    if (found.length >= maxDescribed) break;
    const field = Object.hasOwn(fields, name) ? fields[name] : rest;
    if (field === undefined) found.push({ path, name, fields: names });
    else if (typeof item === "object") found.push(...listUnknown(field, item, [...path, name]));
  }
  return found;
}

function hasFields(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodObject || schema instanceof z.ZodRecord || schema instanceof z.ZodArray;
}

/** Returns the schema of all fields that an object doesn't name. */
function restOf(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return schema instanceof z.ZodObject ? schema.def.catchall : undefined;
}

function describeUnknown(name: string, fields: readonly string[]): string {
  const meant = suggest(name, fields);
  // Products have different kinds of resources, so `projectId` can mean `spaceId`.
  const lastWord = /[A-Z][a-z]*$/.exec(name)?.[0];
  const alike = lastWord === undefined ? [] : fields.filter((field) => field.endsWith(lastWord));
  const candidates = meant === undefined ? alike : [meant];
  if (candidates.length > 0) return `is not a known field (did you mean ${candidates.join(" or ")}?)`;
  if (fields.length === 0) return "is not a known field (there are none)";
  if (fields.length > maxListed) return "is not a known field";
  return `is not a known field (the known ones are ${fields.join(", ")})`;
}
