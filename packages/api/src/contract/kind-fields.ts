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

/** The fields that a product adds to schemas of the platform, by the part that has them. */
export interface ProductFields {
  /** The context of a component, such as the ID of the page that shows it. */
  readonly componentContext?: z.ZodObject | undefined;
  /** Whole numbers in an organization's usage. */
  readonly usage?: z.ZodObject | undefined;
  /** Whole numbers in an organization's quotas. All are optional. */
  readonly quota?: z.ZodObject | undefined;
}

/** The fields of a product without any. */
export type NoFields = Readonly<Record<never, never>>; // oxlint-disable-line typescript/no-generated-empty-object-type -- it has none on purpose

/** The declarations of a product that add fields to the platform's operations. */
export interface FieldDeclarations {
  readonly kinds: ResourceKinds;
  /** Defaults to none. */
  readonly fields?: ProductFields | undefined;
}

type Fields = Readonly<Record<string, z.ZodType>>;

interface Mark {
  readonly fieldsOf?: ((kind: FieldKind) => Fields) | undefined;
  readonly isExclusive?: boolean | undefined;
  readonly part?: keyof ProductFields | undefined;
}

const marks = new WeakMap<z.core.$ZodType, Mark>();

/** Gives a schema more fields for each of the product's kinds. */
export function withKindFields<Schema extends z.ZodObject>(
  schema: Schema,
  fieldsOf: (kind: FieldKind) => Fields,
): Schema {
  marks.set(schema, { ...marks.get(schema), fieldsOf });
  return schema;
}

/** Gives a schema the fields that the product declares for it. */
export function withProductFields<Schema extends z.ZodObject>(
  schema: Schema,
  part: keyof ProductFields,
): Schema {
  marks.set(schema, { ...marks.get(schema), part });
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
type Empty = {};

/** Creates a schema with only a field for each of the product's kinds, of which at most one can be set. */
export function onlyOneKindField(fieldOf: (kind: FieldKind) => z.ZodType): z.ZodType<Empty, Empty> {
  return withOneKindField(z.object({}), fieldOf) as z.ZodType<Empty> as z.ZodType<Empty, Empty>;
}

/**
 * Returns an operation whose schemas have the fields of a product and its kinds, or the operation if it has none.
 *
 * @example
 * import { expandOperation, operations } from "@plugboard/api/contract";
 *
 * const kinds = { project: { plural: "projects" } };
 * const { query } = expandOperation(operations.getStoredValue, { kinds });
 * console.log(query?.parse({ projectId: "prj_1" })); // { projectId: "prj_1" }
 *
 * @throws Error for a field with the name of a field of the platform
 */
export function expandOperation<Declared extends AnyOperation>(
  operation: Declared,
  product: FieldDeclarations,
): Declared {
  const { query, body, response, example } = operation;
  const parts = { query, body, response };
  const expanded = mapValues(parts, (schema) => schema && expandSchema(schema, product));
  if (isSame(parts, expanded)) return operation;
  return { ...operation, ...expanded, example: addExamples(example, expanded.response) };
}

/** Adds the examples of a product's required fields. */
function addExamples<Example extends AnyOperation["example"]>(
  example: Example,
  response: z.core.$ZodType | undefined,
): Example {
  if (!(response instanceof z.ZodObject)) return example;
  const own = Object.entries<z.core.$ZodType>(response.shape).flatMap(([name, field]) => {
    const examples = z.globalRegistry.get(field)?.["examples"];
    return Array.isArray(examples) ? [[name, examples[0]]] : [];
  });
  if (own.length === 0) return example;
  return { ...example, response: { ...Object(example.response), ...Object.fromEntries(own) } };
}

function expandSchema<Schema extends z.core.$ZodType>(schema: Schema, product: FieldDeclarations): Schema {
  if (!(schema instanceof z.ZodObject || schema instanceof z.ZodArray)) return schema;
  const copy = schema instanceof z.ZodArray ? expandArray(schema, product) : expandObject(schema, product);
  if (copy === schema) return schema;
  const info = shapeOf(schema);
  const shaped = info === undefined ? copy : shape(info.name, info.description, copy);
  // A use of a schema can have its own description.
  const { description = "" } = z.globalRegistry.get(schema) ?? {};
  const named = description === (shaped.description ?? "") ? shaped : shaped.describe(description);
  // A copy has the schema's own class.
  return named as z.core.$ZodType as Schema;
}

function expandArray(schema: z.ZodArray, product: FieldDeclarations): z.ZodArray {
  const element = expandSchema(schema.element, product);
  return element === schema.element ? schema : z.core.clone(schema, { ...schema.def, element });
}

function expandObject(schema: z.ZodObject, product: FieldDeclarations): z.ZodObject {
  const fields = mapValues(schema.shape, (field) => expandSchema(field, product));
  const mark = markOf(schema);
  const own = mark === undefined ? {} : ownFieldsOf(mark, product);
  if (isSame(schema.shape, fields) && Object.keys(own).length === 0) return schema;
  const taken = Object.keys(own).find((name) => Object.hasOwn(fields, name));
  if (taken !== undefined)
    throw new Error(`The product's field ${taken} has the name of a field of the platform. Rename it.`);
  const copy = z.core.clone(schema, { ...schema.def, shape: { ...fields, ...own } });
  return mark?.isExclusive === true ? rejectSecond(copy, Object.keys(product.kinds)) : copy;
}

/** Copies of a schema, such as one with a description, have its fields too. */
function markOf(schema: z.core.$ZodType | undefined): Mark | undefined {
  if (schema === undefined) return undefined;
  // oxlint-disable-next-line no-underscore-dangle -- Zod has no other way to tell where a copy is from
  return marks.get(schema) ?? markOf(schema._zod.parent);
}

function ownFieldsOf({ fieldsOf, part }: Mark, { kinds, fields = {} }: FieldDeclarations): Fields {
  const names = Object.keys(kinds);
  const ofKinds = Object.entries(kinds).map(([kind, { plural, selectable = false }]) =>
    fieldsOf?.({ kind, plural, selectable, others: names.filter((name) => name !== kind) }),
  );
  return Object.assign({}, ...ofKinds, part && fields[part]?.shape);
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
