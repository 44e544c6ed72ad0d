import * as z from "zod";
import { developers, everyMember } from "./callers.ts";
import { integrationExample, integrationSchema } from "./integrations.ts";
import { boundedMap } from "./json.ts";
import { scopeNameSchema } from "../vocabulary/vocabulary-schemas.ts";
import { httpUrlSchema } from "./http-url-schema.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import type { IntegrationVersionResource } from "./types.ts";
import { shape } from "./shape.ts";

const publicationSchema = shape(
  "IntegrationPublication",
  "A version of an integration to publish: either a `url` that its author hosts, or a `bundle` that the platform runs. It is checked with `checkManifest`, `checkFiles` and `checkAgainstIntegration` of `@plugboard/manifest`. Errors reject a bundle with `invalid_manifest`; of a `url`, only an invalid manifest is rejected and other errors become warnings, as the hosted code may change later. A bundle that doesn't start is rejected with `integration_failed`. The previous version finishes the events it is handling.",
  z
    .object({
      manifest: z
        .string()
        .min(1, "must be the text of service-manifest.yaml")
        .max(limits.manifestLength)
        .describe("The text of `service-manifest.yaml`."),
      url: httpUrlSchema.optional().describe("The http(s) URL that hosts the integration."),
      bundle: shape(
        "IntegrationBundle",
        "The code of an integration that the platform runs.",
        z.object({
          module: z
            .string()
            .min(1, "must be the text of an ES module")
            .max(limits.moduleLength)
            .describe(
              "A self-contained ES module that exports `createIntegration({ … })` as default or as `integration`. Bundle it for a web runtime: `esbuild --bundle --format=esm --platform=neutral --conditions=worker,import`.",
            ),
          sourceMap: z
            .string()
            .max(limits.sourceMapLength)
            .optional()
            .describe("The source map's text, so that stack traces refer to the author's source files."),
        }),
      )
        .optional()
        .describe("The code for the platform to run."),
      assets: boundedMap(z.base64("must be a file in base64").max(limits.assetLength))
        .optional()
        .describe(
          "Base64 files by their path relative to the manifest, such as `assets/icon.svg`: icons, preview images and anything else to serve below `urls.assets`. They are served as long as the version is kept.",
        ),
      secrets: boundedMap(z.string().max(limits.secretLength))
        .optional()
        .describe("Values of the secrets that the manifest declares."),
      signingSecret: z
        .string()
        .min(16, "must have at least 16 characters")
        .max(limits.secretLength)
        .optional()
        .describe(
          "The secret that signs requests to the `url`, at least 16 characters. Required for the first publication; a new one starts a rotation. Not used with a `bundle`, whose secret the platform generates.",
        ),
    })
    .refine(({ url, bundle }) => (url === undefined) !== (bundle === undefined), {
      path: ["url"],
      error: "set either the url that hosts the integration or the bundle to run",
    })
    .refine(({ bundle, signingSecret }) => bundle === undefined || signingSecret === undefined, {
      path: ["signingSecret"],
      error: "can only be set with a url; the platform generates the secret of a bundle",
    }),
);

const publishedSchema = shape(
  "PublishedIntegrationResource",
  "An integration that was just published.",
  integrationSchema.extend({
    warnings: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe("Suggestions, such as a preview image of an unusual size. They don't prevent publication."),
  }),
);

const versionSchema = shape(
  "IntegrationVersionResource",
  "One published version of an integration.",
  z.object({
    version: z.int().describe("Counts from 1. A rollback gets a new number."),
    publishedAt: z.iso.datetime(),
    isCurrent: z.boolean().describe("Whether this version receives events."),
    url: z.url().optional().describe("The author's URL. Not set if the platform runs a bundle."),
    bundle: z
      .object({ hash: z.string(), bytes: z.int() })
      .optional()
      .describe(
        "The bundle that the platform runs: a SHA-256 over the module's SHA-256 and its source map, and the total size in bytes.",
      ),
    restored: z.int().optional().describe("The version that this one rolled back to."),
    declares: shape(
      "VersionDeclarations",
      "The declarations in a version's manifest.",
      z
        .object({
          scopes: z.array(scopeNameSchema),
          settings: z.array(z.string()).describe("Settings of all levels, such as `account.channel`."),
          blocks: z.array(z.string()).describe("Block ids."),
        })
        .describe("The manifest's declarations that matter to organizations."),
    ),
  }),
);

const rollBackSchema = shape(
  "IntegrationRollBack",
  "The version to roll back to.",
  z.object({
    version: z.int().min(1).describe("One of the stored versions."),
  }),
);

const versionExample: IntegrationVersionResource = {
  version: 3,
  publishedAt: "2026-01-15T09:30:00.000Z",
  isCurrent: true,
  declares: { scopes: ["issues:read"], settings: ["account.channel"], blocks: ["digest"] },
  bundle: { hash: "3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8559", bytes: 48213 },
};

/** Operations that publish and roll back integrations. */
export const publishingOperations = defineOperations({
  publishIntegration: operation({
    method: "PUT",
    path: "/integrations/{integration}",
    reach: "all",
    waits: true,
    tag: "Integrations",
    summary: "Publish an integration or a new version, hosted at a URL or as a bundle that the platform runs",
    access: "administrator",
    roles: developers,
    subject: "new",
    body: publicationSchema,
    maxBodyBytes: limits.publicationBodyBytes,
    response: publishedSchema,
    version: "version",
    errors: ["conflict", "invalid_manifest", "integration_failed", "integration_unreachable"],
    example: {
      body: {
        manifest: "name: content-digest\ntitle: Content digest\nicon: ./assets/icon.svg\n",
        bundle: { module: "export default integration;", sourceMap: '{"version":3}' },
        assets: { "assets/icon.svg": "PHN2Zy8+" },
        secrets: { CLIENT_SECRET: "s3cret" },
      },
      response: { ...integrationExample, warnings: [] },
    },
  }),
  listIntegrationVersions: operation({
    method: "GET",
    path: "/integrations/{integration}/versions",
    tag: "Integrations",
    summary: "List an integration's versions available for rollback, newest first",
    access: "administrator",
    roles: everyMember,
    query: pageQuerySchema,
    response: pageOf(versionSchema),
    example: { response: { items: [versionExample] } },
  }),
  rollBackIntegration: operation({
    method: "POST",
    path: "/integrations/{integration}/roll-back",
    reach: "all",
    waits: true,
    tag: "Integrations",
    summary: "Roll back to an earlier version, published as a new version; secrets are unchanged",
    access: "administrator",
    roles: developers,
    body: rollBackSchema,
    response: integrationSchema,
    version: "version",
    errors: ["conflict", "integration_failed", "integration_unreachable"],
    example: { body: { version: 2 }, response: integrationExample },
  }),
});
