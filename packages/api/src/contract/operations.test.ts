import { describe, expect, it } from "vitest";
import * as z from "zod";
import { limits } from "./limits.ts";
import type { AnyOperation } from "./operation.ts";
import { operations } from "./operations.ts";
import { parameterSchemas } from "./parameters.ts";
import { errorCodes } from "./problem.ts";
import * as routes from "./routes.ts";
import { sessionOperations } from "./session.ts";

const table: Readonly<Record<string, AnyOperation>> = { ...operations, ...sessionOperations };
const entries = Object.entries(table);

describe("the table of operations", () => {
  it("has every route once, under its ID", () => {
    expect(entries.map(([key, { id }]) => [key, id])).toEqual(entries.map(([key]) => [key, key]));
    expect(Object.keys(table).toSorted()).toEqual(Object.keys(routes).toSorted());
    const locations = entries.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(locations).size).toBe(locations.length);
  });

  it("uses every parameter and every applicable error code", () => {
    const names = entries.flatMap(([, { path }]) => parametersIn(path));
    expect([...new Set(names)].toSorted()).toEqual(Object.keys(parameterSchemas).toSorted());
    const codes = new Set(entries.flatMap(([, { errors }]) => errors));
    // Unknown hosts are rejected before an operation is looked up.
    expect([...codes, "misdirected"].toSorted()).toEqual(Object.keys(errorCodes).toSorted());
  });

  describe.each(entries)("%s", (_id, operation) => {
    const { id, method, params, path, summary, query, body, response, example, status, agents, keyScope } =
      operation;

    it("has a summary of one line without a full stop", () => {
      expect(summary).toMatch(/^[A-Z][^\n]{5,118}[^.\n]$/);
    });

    it("shows agents existing fields and no secrets", () => {
      const fields =
        response === undefined ? [] : Object.keys(propertiesOf(toJsonSchema(response, "output")));
      const shown = agents === true ? fields : (agents ?? []);
      expect(fields).toEqual(expect.arrayContaining([...shown]));
      expect(shown.filter((name) => /secret|configuration|headers|authentication/i.test(name))).toEqual([]);
      // Agents that people connect have scopes.
      expect(agents !== undefined && keyScope === undefined).toBe(false);
    });

    it("has an example that matches its schemas", () => {
      expect(query === undefined && example.query !== undefined).toBe(false);
      if (query !== undefined) query.parse(example.query ?? {});
      expect(example.body === undefined).toBe(body === undefined);
      body?.parse(example.body);
      expect(example.response === undefined).toBe(response === undefined);
      expect(response?.parse(example.response)).toEqual(example.response);
      expect(status === 204).toBe(response === undefined);
    });

    it("bounds its parameters", () => {
      const names = parametersIn(path);
      const valuesOf = (value: string) => Object.fromEntries(names.map((name) => [name, value]));
      expect(params.parse(valuesOf("x"))).toEqual(valuesOf("x"));
      const long = params.safeParse(valuesOf("x".repeat(limits.identifierLength + 1)));
      expect(long.success).toBe(names.length === 0);
    });

    it("bounds every string, list and map of a request", () => {
      const unbounded = [query, body].flatMap((schema) =>
        schema ? findUnbounded(toJsonSchema(schema)) : [],
      );
      // An integration's own JSON is limited only by the size of the body.
      const isOwn = (at: string) =>
        (/^\/(?:props|state|action)$/.test(at) &&
          ["renderComponent", "updatePageBlock", "renderToolComponent", "useToolComponent"].includes(id)) ||
        (at === "/arguments" && ["callTool", "callWritingTool"].includes(id));
      expect(unbounded.filter((at) => !isOwn(at))).toEqual([]);
    });

    it("returns a page if it is a list", () => {
      const isList = id.startsWith("list");
      const fields =
        response === undefined ? [] : Object.keys(propertiesOf(toJsonSchema(response, "output")));
      expect(fields.includes("items") && fields.includes("next")).toBe(isList);
      const queryFields = query === undefined ? [] : Object.keys(propertiesOf(toJsonSchema(query)));
      expect(queryFields.includes("cursor") && queryFields.includes("limit")).toBe(isList);
      expect(isList && method !== "GET").toBe(false);
    });
  });
});

function parametersIn(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
}

type JsonSchema = Readonly<Record<string, unknown>>;

function toJsonSchema(schema: z.ZodType, io: "input" | "output" = "input"): JsonSchema {
  return { ...z.toJSONSchema(schema, { io, unrepresentable: "any" }) };
}

function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function propertiesOf({ properties }: JsonSchema): JsonSchema {
  return isJsonSchema(properties) ? properties : {};
}

/** Returns the paths of unbounded strings, lists and maps in a schema. */
function findUnbounded(schema: JsonSchema, at = ""): string[] {
  const { type, format, maxLength, maxItems, maxProperties, additionalProperties, items } = schema;
  const isBounded =
    (type !== "string" ||
      "enum" in schema ||
      "const" in schema ||
      format === "date-time" ||
      maxLength !== undefined) &&
    (type !== "array" || maxItems !== undefined) &&
    (!isJsonSchema(additionalProperties) || maxProperties !== undefined);
  const inside = [
    ...Object.entries(propertiesOf(schema)),
    ["[]", items],
    ["{}", additionalProperties],
  ] as const;
  return [
    ...(isBounded ? [] : [at]),
    ...inside.flatMap(([name, value]) => (isJsonSchema(value) ? findUnbounded(value, `${at}/${name}`) : [])),
  ];
}
