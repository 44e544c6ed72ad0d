import * as z from "zod";
import type { AnyOperation } from "./operation.ts";
import { shape, shapeOf } from "./shape.ts";

/** The kinds of a product's resources by name, as a contract declares them. */
export type ResourceKinds = Readonly<
  Record<string, { readonly plural: string; readonly selectable?: true | undefined }>
>;

/** A kind, its declaration and the names of the other kinds. */
export interface FieldKind {
  readonly kind: string;
  readonly plural: string;
  readonly selectable: boolean;
  readonly others: readonly string[];
}

interface KindFields {
  readonly fieldsOf: (kind: FieldKind) => Readonly<Record<string, z.ZodType>>;
  readonly isExclusive: boolean;
}

const marks = new WeakMap<z.core.$ZodType, KindFields>();

/** Gives a schema more fields for each of the product's kinds. */
export function withKindFields<Schema extends z.ZodObject>(
  schema: Schema,
  fieldsOf: KindFields["fieldsOf"],
): Schema {
  marks.set(schema, { fieldsOf, isExclusive: false });
  return schema;
}

/** Gives a schema a field for each of the product's kinds, such as `projectId`, of which at most one can be set. */
export function withOneKindField<Schema extends z.ZodObject>(
  schema: Schema,
  fieldOf: (kind: FieldKind) => z.ZodType,
): Schema {
  marks.set(schema, { fieldsOf: (kind) => ({ [`${kind.kind}Id`]: fieldOf(kind) }), isExclusive: true });
  return schema;
}

/** No fields. Zod's own type for none forbids the fields of kinds. */
// oxlint-disable-next-line typescript/no-empty-object-type -- it has none on purpose
type NoFields = {};

/** Creates a schema with only a field for each of the product's kinds, of which at most one can be set. */
export function onlyOneKindField(fieldOf: (kind: FieldKind) => z.ZodType): z.ZodType<NoFields, NoFields> {
  return withOneKindField(z.object({}), fieldOf) as z.ZodType<NoFields> as z.ZodType<NoFields, NoFields>;
}

/**
 * Returns an operation whose schemas have the fields of a product's kinds, or the operation if it has none.
 *
 * @example
 * import { expandOperation, operations } from "@plugboard/api/contract";
 *
 * const { query } = expandOperation(operations.getStoredValue, { project: { plural: "projects" } });
 * console.log(query?.parse({ projectId: "prj_1" })); // { projectId: "prj_1" }
 */
export function expandOperation<Declared extends AnyOperation>(
  operation: Declared,
  kinds: ResourceKinds,
): Declared {
  const { query, body, response } = operation;
  const parts = { query, body, response };
  const expanded = mapValues(parts, (schema) => schema && expandSchema(schema, kinds));
  return isSame(parts, expanded) ? operation : { ...operation, ...expanded };
}

function expandSchema<Schema extends z.core.$ZodType>(schema: Schema, kinds: ResourceKinds): Schema {
  if (!(schema instanceof z.ZodObject || schema instanceof z.ZodArray)) return schema;
  const copy = schema instanceof z.ZodArray ? expandArray(schema, kinds) : expandObject(schema, kinds);
  if (copy === schema) return schema;
  const info = shapeOf(schema);
  const named = info === undefined ? copy : shape(info.name, info.description, copy);
  // A copy has the schema's own class.
  return named as z.core.$ZodType as Schema;
}

function expandArray(schema: z.ZodArray, kinds: ResourceKinds): z.ZodArray {
  const element = expandSchema(schema.element, kinds);
  return element === schema.element ? schema : z.core.clone(schema, { ...schema.def, element });
}

function expandObject(schema: z.ZodObject, kinds: ResourceKinds): z.ZodObject {
  const fields = mapValues(schema.shape, (field) => expandSchema(field, kinds));
  const mark = markOf(schema);
  const own = mark === undefined ? {} : kindFieldsOf(mark, kinds);
  if (isSame(schema.shape, fields) && Object.keys(own).length === 0) return schema;
  const copy = z.core.clone(schema, { ...schema.def, shape: { ...fields, ...own } });
  return mark?.isExclusive === true ? rejectSecond(copy, Object.keys(kinds)) : copy;
}

/** Copies of a schema, such as one with a description, have its fields too. */
function markOf(schema: z.core.$ZodType | undefined): KindFields | undefined {
  if (schema === undefined) return undefined;
  // oxlint-disable-next-line no-underscore-dangle -- Zod has no other way to tell where a copy is from
  return marks.get(schema) ?? markOf(schema._zod.parent);
}

function kindFieldsOf({ fieldsOf }: KindFields, kinds: ResourceKinds): Readonly<Record<string, z.ZodType>> {
  const names = Object.keys(kinds);
  const fields = Object.entries(kinds).map(([kind, { plural, selectable = false }]) =>
    fieldsOf({ kind, plural, selectable, others: names.filter((name) => name !== kind) }),
  );
  return Object.assign({}, ...fields);
}

function rejectSecond(schema: z.ZodObject, kinds: readonly string[]): z.ZodObject {
  return schema.superRefine((value, context) => {
    const [first, second] = kinds.filter((kind) => value[`${kind}Id`] !== undefined);
    if (first === undefined || second === undefined) return;
    const message = `has both a ${first} and a ${second}; choose one`;
    context.addIssue({ code: "custom", message, path: [`${second}Id`] });
  });
}

function mapValues<Fields extends Readonly<Record<string, unknown>>>(
  fields: Fields,
  map: (value: Fields[keyof Fields & string]) => unknown,
): Fields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    map(value as Fields[keyof Fields & string]),
  ]);
  // Each value keeps the type of its field.
  return Object.fromEntries(entries) as Fields;
}

function isSame(a: object, b: object): boolean {
  return Object.entries(a).every(([name, value]) => Reflect.get(b, name) === value);
}
