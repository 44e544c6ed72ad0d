import { Ajv, type ErrorObject } from "ajv";
import { describe, expect, test } from "vitest";
import { docsContract } from "../../test/fixtures/docs-contract.ts";
import { deprecatedManifests, rightManifests } from "../../test/fixtures/right-manifests.ts";
import { wrongManifests } from "../../test/fixtures/wrong-manifests.ts";
import { readManifestText } from "../reading/read-manifest-text.ts";
import { manifestJsonSchema } from "./manifest-json-schema.ts";

const schema = manifestJsonSchema({ contract: docsContract });
const validate = new Ajv({ allErrors: true }).compile(schema);

function problemsOf(yaml: string): readonly ErrorObject[] {
  return validate(readManifestText(yaml, "test").data) ? [] : (validate.errors ?? []);
}

describe("the JSON Schema agrees with the parser", () => {
  test.each(rightManifests)("accepts: $rule", ({ yaml }) => {
    expect(problemsOf(yaml)).toEqual([]);
  });

  test.each(wrongManifests.filter(({ onlyParser }) => !onlyParser))("rejects: $rule", ({ yaml }) => {
    expect(problemsOf(yaml)).not.toEqual([]);
  });
});

describe("the JSON Schema differs from the parser", () => {
  test("in rules that only the parser checks", () => {
    const differences = wrongManifests.filter(({ onlyParser }) => onlyParser);
    for (const { yaml } of differences) expect(problemsOf(yaml)).toEqual([]);
    expect(differences.map(({ rule }) => rule)).toEqual([
      "summary has at most 2048 characters",
      "summary is counted in graphemes",
      "no duplicate blocks",
      "no duplicate tools",
      "the combined name of tool and integration has at most 64 characters",
      "a tool that reads needs its scope",
      "a tool that writes needs its scope",
      "a tool's description isn't blank",
      "a tool's title has at most 100 characters",
      "a tool's schema describes an object",
      "a tool's schema references no other document",
      "a tool's schema isn't recursive",
      "a tool's schema has no pattern",
      "a tool's schema contains no hidden text",
      "a tool's schema has at most 16,384 characters",
      "a schedule's cron has five fields",
      "cron has at most 200 characters",
      "a schedule's time zone must exist",
      "a schedule has cron or everyMinutes",
      "a schedule has only one of cron and everyMinutes",
      "everyMinutes does not allow a time zone",
      "a string's default is in its enum",
      "required names existing properties",
      "an internal setting is not a visible property",
    ]);
  });

  test.each(deprecatedManifests)("accepts values that cause parser warnings: $rule", ({ yaml }) => {
    expect(problemsOf(yaml)).not.toEqual([]);
  });
});

describe("the JSON Schema helps in an editor", () => {
  test("every key has a description", () => {
    const undescribed = keysOf(schema).filter(([, key]) => typeof key["description"] !== "string");
    expect(undescribed.map(([name]) => name)).toEqual([]);
  });

  test("examples fit", () => {
    const examples = keysOf(schema).flatMap(([name, key]) =>
      Array.isArray(key["examples"])
        ? key["examples"].map((example: unknown) => ({ name, key, example }))
        : [],
    );
    const wrong = examples.filter(({ key, example }) => !new Ajv().validate(key, example));
    expect(wrong).toEqual([]);
    expect(examples.length).toBeGreaterThan(10);
  });

  test("visibility shows its default, and scopes only those allowed for third parties", () => {
    expect(schema).toMatchObject({ properties: { visibility: { default: "private" } } });
    expect(JSON.stringify(schema)).not.toContain("site:script");
  });
});

type SchemaObject = Readonly<Record<string, unknown>>;

/** Returns every key of every map in a schema, with its own schema. */
function keysOf(value: unknown): readonly (readonly [string, SchemaObject])[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (!isObject(value)) return [];
  const { properties, ...others } = value;
  const own = isObject(properties) ? Object.entries(properties) : [];
  return [
    ...own.flatMap(([name, key]) => (isObject(key) ? [[name, key] as const, ...keysOf(key)] : [])),
    ...Object.values(others).flatMap(keysOf),
  ];
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
