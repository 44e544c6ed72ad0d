import { checkManifest, parseManifest } from "@plugboard/manifest";
import { parse } from "yaml";
import * as z from "zod";
import { typicalManifest } from "../../packages/manifest/test/fixtures/typical-manifest.ts";
import type { Bar, BenchRow, BenchTable } from "./bench-table.ts";
import { measure } from "./measure.ts";

const reference = "yaml + zod, no positions";
const subject = "@plugboard/manifest parseManifest";

/**
 * Parses and checks a typical manifest and rejects hostile ones, relative to parsing with `yaml` and plain
 * zod.
 */
export async function run(): Promise<BenchTable> {
  const medians = await measure({
    [reference]: () => plainSchema.parse(parse(typicalManifest)),
    [subject]: () => parseManifest(typicalManifest),
    ...Object.fromEntries(
      Object.entries(hostile).map(([name, yaml]) => [`refuses ${name}`, () => expectRefused(yaml)]),
    ),
  });
  const whole = medians.get(reference) ?? Number.NaN;
  const rows = [...medians].map(([name, value]): BenchRow => {
    const bar: Bar = { relation: "≤", limit: 1.5 };
    return { name, value, unit: "ns", ratio: value / whole, ...(name === subject && { bar }) };
  });
  return { title: "Parse and check a manifest of 2 KiB (ratio to yaml + zod, lower is faster)", rows };
}

function expectRefused(yaml: string): void {
  if (checkManifest(yaml).errors.length === 0) throw new Error("a hostile manifest was accepted");
}

const hostile: Readonly<Record<string, string>> = {
  "5 MB of YAML": "a: b\n".repeat(1_000_000),
  "an alias bomb": Array.from(
    { length: 30 },
    (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`).join(", ")}]`,
  ).join("\n"),
  "200,000 nested lists": "[".repeat(200_000),
  "60,000 nested maps": "{a: ".repeat(60_000),
  "20,000 unknown keys": Array.from({ length: 20_000 }, (_, key) => `k${key}: 1`).join("\n"),
  "200,000 closing brackets": "]".repeat(200_000),
};

const text = z.string().min(1);
const common = { title: text, description: text };

const configuration = z.union([
  z.strictObject({ componentId: text }),
  z.strictObject({
    properties: z.record(
      z.string().regex(/^[A-Za-z][\w-]*$/),
      z.discriminatedUnion("type", [
        z.strictObject({
          type: z.literal("string"),
          ...common,
          default: z.string().optional(),
          enum: z.array(z.string()).optional(),
          completion_url: z.string().startsWith("/").optional(),
        }),
        z.strictObject({ type: z.literal("number"), ...common, default: z.number().optional() }),
        z.strictObject({ type: z.literal("boolean"), ...common, default: z.boolean().optional() }),
        z.strictObject({
          type: z.literal("button"),
          ...common,
          button_text: text,
          callback_url: z.string().startsWith("/"),
        }),
      ]),
    ),
    required: z.array(z.string()).optional(),
  }),
]);

/** The same shapes in a plain schema, without the messages and rules of manifests. */
const plainSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  ...common,
  summary: z.string().max(2048).optional(),
  organization: text,
  visibility: z.enum(["private", "unlisted", "public"]),
  scopes: z.array(z.enum(["space:content:read", "space:metadata:read", "site:views:read"])),
  script: text.optional(),
  icon: text.optional(),
  previewImages: z.array(text).optional(),
  externalLinks: z.array(z.strictObject({ label: text, url: z.url() })).optional(),
  categories: z.array(z.enum(["collaboration", "content"])).optional(),
  blocks: z.array(z.strictObject({ id: text, ...common, urlUnfurl: z.array(text).optional() })).optional(),
  configurations: z
    .strictObject({
      account: configuration.optional(),
      site: configuration.optional(),
      space: configuration.optional(),
    })
    .optional(),
  secrets: z.record(z.string().regex(/^\w+$/), text).optional(),
});
