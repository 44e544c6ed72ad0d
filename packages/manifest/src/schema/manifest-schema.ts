import { categories, type ScopeName, scopes, targets, visibilities } from "@plugboard/api";
import * as z from "zod/mini";
import type {
  Manifest,
  ManifestBlock,
  ManifestBlockMarkdown,
  ManifestContentSource,
  ManifestEnvironment,
  ManifestLink,
  ManifestSecrets,
} from "../model/manifest.ts";
import { secretPattern } from "../secrets/secret-expression.ts";
import { closedMap, uniqueList } from "./closed-map.ts";
import { componentConfigurationSchema, configurationsSchemaOf } from "./configuration-schema.ts";
import type { ProductNames } from "./product-names.ts";
import { schedulesSchema } from "./schedules-schema.ts";
import { findToolProblems, toolsSchema } from "./tools-schema.ts";
import { text, textFormats } from "./text-formats.ts";

const {
  filled,
  name,
  organization,
  id,
  propertyName,
  codeLanguage,
  filePath,
  url,
  linkTarget,
  directiveName,
  environmentName,
} = textFormats;

const malformed = "Only ${{ env.NAME }} is allowed in ${{ }}. Use the name of an environment variable.";
const literal =
  "A manifest cannot contain a secret. Put it into an environment variable and write ${{ env.NAME }} here.";

const secretSchema = z.string().check(
  z.refine((secret) => !secret.includes("${{") || secretPattern.test(secret), {
    params: { code: "invalid_expression" },
    error: malformed,
  }),
  z.refine((secret) => secret.includes("${{"), { params: { code: "literal_secret" }, error: literal }),
  z.meta({ pattern: secretPattern.source }),
);

const secretsSchema: z.ZodMiniType<ManifestSecrets> = z
  .record(text(textFormats.secretName), secretSchema)
  .check(
    z.meta({
      description:
        "Secrets used by the code, each read from an environment variable when the integration is published.",
      examples: [{ CLIENT_SECRET: "${{ env.MY_CLIENT_SECRET }}" }],
    }),
  );

/** The maximum length of a summary, in graphemes (specification, "Limits"). */
export const maxSummaryLength: number = 2048;

/** A family emoji or an accented letter counts as one character; trailing white space doesn't count. */
const summarySchema: z.ZodMiniType<string> = z.string().check(
  z.refine((markdown) => !isLongerThan(maxSummaryLength, markdown.trimEnd()), {
    params: { code: "too_long" },
    error: `A summary can have at most ${maxSummaryLength} characters. Shorten it.`,
  }),
  z.describe(`Markdown for the installation page, at most ${maxSummaryLength} characters.`),
);

function isLongerThan(limit: number, text: string): boolean {
  // A string never has more characters than code units, so most strings need no counting.
  if (text.length <= limit) return false;
  let count = 0;
  for (const _ of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    count += 1;
    if (count > limit) return true;
  }
  return false;
}

function scopeSchema(names: ProductNames | undefined): z.ZodMiniType<ScopeName> {
  if (names === undefined) return text(textFormats.scope);
  const { scopes: accepted, recommendedScopes, renamedScopes } = names;
  return z.pipe(
    z.enum(accepted).check(z.meta({ enum: recommendedScopes })),
    z.transform((scope) => renamedScopes.get(scope) ?? scope),
  );
}

const visibility = z
  .enum(visibilities)
  .check(
    z.describe(
      "Who can install it: private, your organization; unlisted, anyone with the link; public, anyone.",
    ),
  );

const blockMarkdown: z.ZodMiniType<ManifestBlockMarkdown> = closedMap("the markdown of a block", {
  codeblock: text(codeLanguage, {
    description: "Language of the fenced code block that becomes this block.",
    examples: ["mermaid"],
  }),
  body: text(propertyName, {
    description: "The prop that contains the code.",
    examples: ["content"],
  }),
});

const block: z.ZodMiniType<ManifestBlock> = closedMap("a block", {
  id: text(id, { description: "The componentId of the component to insert.", examples: ["digest"] }),
  title: text(filled, { description: "Name in the insert menu." }),
  description: text(filled, { description: "A short description of the block, shown below its name." }),
  icon: z.exactOptional(
    text(filePath, {
      description: "An image file shown next to the name.",
      examples: ["./assets/block.svg"],
    }),
  ),
  urlUnfurl: z.exactOptional(
    uniqueList(text(url)).check(z.describe("Links that become this block when pasted.")),
  ),
  markdown: z.exactOptional(blockMarkdown.check(z.describe("The Markdown format of the block."))),
});

const contentSource: z.ZodMiniType<ManifestContentSource> = closedMap("a content source", {
  id: text(id, { description: "Identifies the source in your code." }),
  title: text(filled, { description: "Name of the source." }),
  description: z.exactOptional(text(filled, { description: "A description of the importable content." })),
  icon: z.exactOptional(text(filePath, { description: "An image file shown next to the name." })),
  configuration: z.exactOptional(
    componentConfigurationSchema.check(z.describe("The component for choosing what to import.")),
  ),
});

const link: z.ZodMiniType<ManifestLink> = closedMap("an external link", {
  label: text(filled, { description: "Text of the link.", examples: ["Documentation"] }),
  url: text(linkTarget, { description: "The target of the link.", examples: ["https://example.com/docs"] }),
});

const environment: z.ZodMiniType<ManifestEnvironment> = closedMap("an environment", {
  organization: z.exactOptional(text(organization, { description: "The owner in this environment." })),
  visibility: z.exactOptional(visibility),
  secrets: z.exactOptional(secretsSchema),
});

const keysBeforeScopes = {
  name: text(name, { description: "Unique among all integrations.", examples: ["page-digest"] }),
  title: text(filled, { description: "Name shown to users.", examples: ["Page digest"] }),
  description: text(filled, { description: "A one-sentence description of the integration." }),
  summary: z.exactOptional(summarySchema),
  organization: text(organization, {
    description: "The ID or subdomain of the owning organization.",
    examples: ["acme"],
  }),
  visibility: z.prefault(visibility, "private"),
  product: z.exactOptional(
    text(name, {
      description: "The product it is written for. Defaults to the platform's.",
      examples: ["tracker"],
    }),
  ),
};

const keysAfterScopes = (kinds: readonly string[] | undefined) => ({
  target: z.exactOptional(
    (kinds === undefined ? text(textFormats.kind) : z.enum([...targets, ...kinds])).check(
      z.describe(
        "Where the integration can be installed: `all`, `organization`, or one kind of resource. Defaults to `all`.",
      ),
    ),
  ),
  script: z.exactOptional(
    text(filePath, { description: "The file that calls createIntegration().", examples: ["./src/index.ts"] }),
  ),
  blocks: z.exactOptional(uniqueList(block, idOf).check(z.describe("Components in the insert menu."))),
  schedules: z.exactOptional(schedulesSchema),
  tools: z.exactOptional(toolsSchema),
  contentSources: z.exactOptional(
    uniqueList(contentSource, idOf).check(z.describe("Content to import from elsewhere.")),
  ),
  categories: z.exactOptional(
    uniqueList(z.enum(categories)).check(z.describe("The categories of the integration.")),
  ),
  icon: z.exactOptional(text(filePath, { description: "Image file.", examples: ["./assets/icon.png"] })),
  previewImages: z.exactOptional(
    uniqueList(text(filePath)).check(
      z.describe("Image files for the installation page, ideally 1600 by 800 pixels."),
    ),
  ),
  externalLinks: z.exactOptional(z.array(link).check(z.describe("Links on the installation page."))),
  configurations: z.exactOptional(configurationsSchemaOf(kinds)),
  secrets: z.exactOptional(secretsSchema),
  contentSecurityPolicy: z.exactOptional(
    z
      .union([text(filled), z.record(text(directiveName), text(filled))])
      .check(z.describe("The sources that pages can load: a complete policy, or one value per directive.")),
  ),
  envs: z.exactOptional(
    z.record(text(environmentName), environment).check(z.describe("Overrides by environment name.")),
  ),
});

/**
 * Returns the schema of a manifest; see `Manifest` for the meaning of its keys. With `undefined`, any names of scopes and
 * kinds are allowed.
 */
export function manifestSchemaOf(names: ProductNames | undefined): z.ZodMiniType<Manifest> {
  return names === undefined ? openSchema : buildSchema(names);
}

const openSchema = buildSchema(undefined);

function buildSchema(names: ProductNames | undefined): z.ZodMiniType<Manifest> {
  return closedMap("a manifest", {
    ...keysBeforeScopes,
    scopes: uniqueList(scopeSchema(names)).check(
      z.meta({
        description: "The required permissions.",
        examples: [(names?.recommendedScopes ?? scopes).slice(0, 1)],
      }),
    ),
    ...keysAfterScopes(names?.kinds),
  }).check(
    z.check(({ value, issues }) => {
      for (const { code, path, message } of findToolProblems(value))
        issues.push({ code: "custom", input: value, path: [...path], params: { code }, message });
    }),
  );
}

function idOf(item: unknown): unknown {
  return typeof item === "object" && item !== null && "id" in item ? item.id : undefined;
}
