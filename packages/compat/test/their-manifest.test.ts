import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { importManifest } from "../src/index.ts";

/** Every manifest field that GitBook publishes, each with a value. */
const theirManifest = `name: everything
runtime: v2
icon: ./icon.png
title: Everything
description: Has each field.
summary: "# Everything"
previewImages: [./preview.png]
visibility: unlisted
target: organization
scopes: [SCOPES]
categories: [CATEGORIES]
entities: [{ type: issue }]
blocks:
  - id: issue
    title: Issue
    description: An issue.
    icon: ./issue.svg
    urlUnfurl: ["https://tracker.test/**"]
    markdown: { codeblock: issue, body: url }
contentSources:
  - { id: source, title: Source, description: Pages., icon: ./source.svg, configuration: { componentId: issue } }
externalLinks: [{ label: Documentation, url: "https://tracker.test/docs" }]
configurations:
  account: { componentId: issue }
  space:
    properties:
      text: { type: string, title: Text, description: A text., default: a, enum: [a, b], completion_url: /texts }
      count: { type: number, title: Count, description: A number., default: 1 }
      on: { type: boolean, title: On, description: A switch., default: true }
      connect: { type: button, title: Connect, description: An account., callback_url: /oauth, button_text: Connect }
    required: [text]
  site: { properties: {}, required: [] }
script: ./index.ts
organization: acme
secrets: { CLIENT_ID: "\${{ env.CLIENT_ID }}" }
contentSecurityPolicy: { DIRECTIVES }
`;

type Fields = Readonly<Record<string, unknown>>;

describe("importManifest with every field of GitBook's schema", () => {
  let schemas: Fields;
  let yaml = "";

  const wordsOf = (name: string) => Object(schemas[name]).enum as readonly string[];

  beforeAll(async () => {
    const folder = dirname(createRequire(import.meta.url).resolve("@gitbook/api"));
    const document: { readonly components: { readonly schemas: Fields } } = JSON.parse(
      await readFile(join(folder, "../spec/openapi.json"), "utf8"),
    );
    schemas = document.components.schemas;
    const directives = Object.keys(Object(schemas["IntegrationContentSecurityPolicy"]).oneOf[1].properties);
    yaml = theirManifest
      .replace("SCOPES", () =>
        wordsOf("IntegrationScope")
          .map((scope) => `"${scope}"`)
          .join(", "),
      )
      .replace("CATEGORIES", wordsOf("IntegrationCategory").join(", "))
      .replace("DIRECTIVES", directives.map((name) => `${name}: "'self'"`).join(", "));
  });

  it("covers each of GitBook's fields", () => {
    const missing = missingFields(schemas["PublishIntegration"], parse(yaml), schemas);
    expect(missing).toEqual([]);
  });

  it("keeps each field, with listed exceptions", () => {
    const { changes, problems } = importManifest(yaml);
    expect(changes.map(({ path, message }) => `${path}: ${message}`).toSorted()).toEqual([
      expect.stringMatching(/^categories\.\d: visitor-auth is called authenticated-access here\.$/),
      expect.stringMatching(/^configurations\.site\.internal: /),
      expect.stringMatching(/^configurations\.space\.internal: /),
      "entities: entities is not supported and was removed.",
      "runtime: runtime is not supported and was removed.",
      expect.stringMatching(
        /^scopes\.\d: page:feedback:read is called site:views:read here, which is already listed\.$/,
      ),
    ]);
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(["internal_scope"]));
  });

  it.each(["IntegrationTarget", "IntegrationVisibility"])("accepts each value of %s", (name) => {
    const key = name === "IntegrationTarget" ? "target" : "visibility";
    for (const word of wordsOf(name)) {
      const { manifest } = importManifest(yaml.replace(new RegExp(`^${key}: .*`, "m"), `${key}: ${word}`));
      expect(parse(manifest)).toMatchObject({ [key]: word });
    }
  });
});

/** Returns the fields of a schema that a value lacks. */
function missingFields(schema: unknown, value: unknown, schemas: Fields, path = ""): readonly string[] {
  const { $ref, properties, additionalProperties, items, oneOf, allOf } = Object(schema);
  if (typeof $ref === "string")
    return missingFields(schemas[$ref.split("/").at(-1) ?? ""], value, schemas, path);
  const parts: readonly unknown[] = allOf ?? [];
  // Matching one of several forms is enough: the one with the fewest missing fields.
  const forms = (oneOf ?? []).map((form: unknown) => missingFields(form, value, schemas, path));
  const least =
    forms.toSorted((one: readonly string[], other: readonly string[]) => one.length - other.length)[0] ?? [];
  const inside = Object.entries(Object(properties)).flatMap(([key, field]) =>
    Object.hasOwn(Object(value), key)
      ? missingFields(field, Object(value)[key], schemas, `${path}/${key}`)
      : [`${path}/${key}`],
  );
  const others =
    additionalProperties === undefined || typeof additionalProperties === "boolean"
      ? []
      : Object.entries(Object(value)).flatMap(([key, each]) =>
          missingFields(additionalProperties, each, schemas, `${path}/${key}`),
        );
  const first = Array.isArray(value) ? missingFields(items, value[0], schemas, `${path}/0`) : [];
  return [
    ...parts.flatMap((part) => missingFields(part, value, schemas, path)),
    ...least,
    ...inside,
    ...others,
    ...first,
  ];
}
