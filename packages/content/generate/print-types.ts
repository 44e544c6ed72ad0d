import * as z from "zod";
import type { AnyOperation } from "../../api/src/contract/operation.ts";
import { collectShapes, shapeOf } from "../../api/src/contract/shape.ts";

type Schema = z.core.$ZodType;

/** A handwritten type: its module, and the schemas or enum values it stands for. */
export interface DeclaredType {
  readonly name: string;
  readonly module: string;
  readonly schemas?: readonly Schema[];
  readonly values?: readonly string[];
}

/** Returns the schemas of an operation's input and output. */
export function schemasOf({ query, body, response }: AnyOperation): readonly Schema[] {
  return [query, body, response].filter((schema) => schema !== undefined);
}

/** Prints the documented type of each named schema, and the input and output types of each operation. */
export function printTypes(
  operations: readonly AnyOperation[],
  others: readonly Schema[],
  declared: readonly DeclaredType[],
  pageModule: string,
): string {
  const page: DeclaredType = { name: "Page", module: pageModule };
  const used = new Map<string, DeclaredType>([[page.name, page]]);
  const shapes = collectShapes([...operations.flatMap(schemasOf), ...others]);

  const findDeclared = (schema: Schema): DeclaredType | undefined =>
    declared.find(
      ({ schemas = [], values }) =>
        schemas.some((each) => isCopyOf(schema, each)) ||
        (values !== undefined && schema instanceof z.ZodEnum && isSameList(schema.options, values)),
    );

  const print = (schema: Schema, isDeclaration = false): string => {
    const known = findDeclared(schema);
    if (known !== undefined) {
      used.set(known.name, known);
      return known.name;
    }
    const name = shapeOf(schema)?.name;
    if (name !== undefined && !isDeclaration) return name;
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional) {
      const inner = print(schema.unwrap());
      return inner === "unknown" ? inner : `${inner} | undefined`;
    }
    if (schema instanceof z.ZodNullable) return `${print(schema.unwrap())} | null`;
    if (schema instanceof z.ZodObject) return printObject(schema);
    if (schema instanceof z.ZodArray) return `readonly (${print(schema.element)})[]`;
    if (schema instanceof z.ZodRecord) return `Readonly<Record<string, ${print(schema.valueType)}>>`;
    if (schema instanceof z.ZodUnion) return schema.options.map((option) => print(option)).join(" | ");
    if (schema instanceof z.ZodEnum) return schema.options.map((value) => JSON.stringify(value)).join(" | ");
    if (schema instanceof z.ZodLiteral)
      return [...schema.values].map((value) => JSON.stringify(value)).join(" | ");
    if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return "string";
    if (schema instanceof z.ZodNumber) return "number";
    if (schema instanceof z.ZodBoolean) return "boolean";
    if (schema instanceof z.ZodNull) return "null";
    if (schema instanceof z.ZodUnknown) return "unknown";
    const type = schema instanceof z.ZodType ? schema.def.type : "an unknown one";
    throw new Error(`No type is known for a schema of the type ${type}.`);
  };

  const printObject = (schema: z.ZodObject): string => {
    const { items } = schema.shape;
    const isPage = Object.keys(schema.shape).join() === "items,next" && items instanceof z.ZodArray;
    if (isPage) return `Page<${print(items.element)}>`;
    const fields = Object.entries<Schema>(schema.shape).map(([name, field]) => {
      const isOptional = field instanceof z.ZodOptional || field instanceof z.ZodExactOptional;
      const value = field instanceof z.ZodExactOptional ? print(field.unwrap()) : print(field);
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
      return `${printDoc(describe(field))}readonly ${key}${isOptional ? "?" : ""}: ${value};\n`;
    });
    const { catchall } = schema.def;
    if (catchall !== undefined) fields.push(`readonly [name: string]: ${print(catchall)};\n`);
    return `{\n${fields.join("")}}`;
  };

  const declarations = [...shapes].flatMap(([name, schema]) => {
    if (findDeclared(schema) !== undefined) return [];
    const isInterface = schema instanceof z.ZodObject;
    const text = print(schema, true);
    return `${printDoc(shapeOf(schema)?.description)}export ${isInterface ? `interface ${name} ${text}` : `type ${name} = ${text};`}\n\n`;
  });

  const calls = operations.map(
    ({ id, path, summary, query, body, response, idempotent, version, creates }) => {
      const fields = {
        path: JSON.stringify(path),
        query: query && print(query),
        body: body && print(body),
        response: response && print(response),
        idempotent: idempotent === true ? "true" : undefined,
        version: version === undefined ? undefined : JSON.stringify(version),
        creates: creates === true ? "true" : undefined,
      };
      const lines = Object.entries(fields).map(
        ([name, type = "undefined"]) => `readonly ${name}: ${type};\n`,
      );
      return `${printDoc(`${summary}.`)}readonly ${id}: {\n${lines.join("")}};\n`;
    },
  );

  const imports = [...Map.groupBy(used.values(), ({ module }) => module)].map(
    ([module, types]) =>
      `import type { ${types
        .map(({ name }) => name)
        .toSorted()
        .join(", ")} } from ${JSON.stringify(module)};\n`,
  );
  const table = `${printDoc("The input and output types of each operation.")}export interface OperationTypes {\n${calls.join("")}}\n`;
  // Editors show no documentation for the properties of a mapped type.
  const methods = operations.map(
    ({ id, summary }) => `${printDoc(`${summary}.`)}readonly ${id}: Methods[${JSON.stringify(id)}];\n`,
  );
  const methodTable = `${printDoc("A documented method for each operation.")}export interface OperationMethods<Methods extends { readonly [Id in keyof OperationTypes]: unknown }> {\n${methods.join("")}}\n`;
  return `${imports.toSorted().join("")}\n${declarations.join("")}${table}\n${methodTable}`;
}

/**
 * Returns a field's description: its own, or that of the schema it wraps. Named types have theirs at the
 * declaration.
 */
function describe(schema: Schema): string | undefined {
  const description = z.globalRegistry.get(schema)?.description;
  if (description !== undefined && description !== shapeOf(schema)?.description) return description;
  if (shapeOf(schema) !== undefined) return undefined;
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodExactOptional
  )
    return describe(schema.unwrap());
  return schema instanceof z.ZodISODateTime ? "ISO 8601 time." : undefined;
}

const maxLineLength = 100;

function printDoc(text: string | undefined): string {
  if (text === undefined) return "";
  const lines = [""];
  for (const word of text.replaceAll("*/", "*\\/").split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length >= maxLineLength) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  if (lines.length === 1) return `/** ${lines.join()} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`;
}

/** Returns whether a schema is a copy of another, possibly with a description or check added. */
function isCopyOf(schema: Schema | undefined, original: Schema): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- Zod has no other way to tell where a copy is from
  return schema !== undefined && (schema === original || isCopyOf(schema._zod.parent, original));
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
