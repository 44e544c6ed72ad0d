import * as z from "zod";
import { developers, everyMember } from "./callers.ts";
import { type IntegrationResource, integrationExample, integrationSchema } from "./integrations.ts";
import { boundedMap } from "./json.ts";
import { type Scope, scopes } from "../vocabulary/scope.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import type { RequestProblem } from "./problem.ts";

/** The code of an integration, which the platform runs itself. */
export interface IntegrationBundle {
  /**
   * The text of one ES module with everything in it, which exports `createIntegration({ … })`, as its default or as
   * `integration`. Bundle for a web runtime: `esbuild --bundle --format=esm --platform=neutral --conditions=worker,import`.
   */
  readonly module: string;
  /** The text of its source map, so that stack traces name the places in the author's files. */
  readonly sourceMap?: string | undefined;
}

/**
 * What an integration is published from: a `url` where its author hosts it, or a `bundle` that the platform runs. One of the two,
 * never both.
 *
 * Files travel in `assets`, by their paths relative to the manifest (`assets/icon.svg`), each in base64: those that the manifest
 * names as icons and preview images, and whatever else the integration wants served. A version's files are served for as long as
 * the version is kept, below its `urls.assets`.
 *
 * A publication is checked as `checkManifest`, `checkFiles` and `checkAgainstIntegration` of `@plugboard/manifest` do. Errors
 * of a bundle refuse it with `invalid_manifest`: a scope that an event needs, a component or a file that is not there. What is
 * hosted at a URL changes without being published, so there only a wrong manifest is refused, and the rest are warnings.
 *
 * The platform starts a bundle and asks what it handles before the new version gets its first event, so code that does not start
 * is refused with `integration_failed` and the place in the author's file. What handles the events until then goes on until it has
 * finished.
 */
export interface IntegrationPublication {
  /** The text of `service-manifest.yaml`. */
  readonly manifest: string;
  /** The http(s) URL the integration is hosted at. */
  readonly url?: string | undefined;
  /** The code, where the platform runs it. */
  readonly bundle?: IntegrationBundle | undefined;
  /** Files of the integration in base64, by their paths relative to the manifest. */
  readonly assets?: Readonly<Record<string, string>> | undefined;
  /** Values for the secrets that the manifest names. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /**
   * The secret that requests to the `url` are signed with, at least 16 characters. Needed the first time; later, a new one
   * starts a rotation. A `bundle` has none: the platform makes it and hands it to the code.
   */
  readonly signingSecret?: string | undefined;
}

/** An integration that was just published. */
export interface PublishedIntegrationResource extends IntegrationResource {
  /** What may be better, such as a preview image of an unusual size; it was published all the same. */
  readonly warnings: readonly RequestProblem[];
}

/** One publication of an integration. */
export interface IntegrationVersionResource {
  /** Counts from 1; rolling back counts on. */
  readonly version: number;
  readonly publishedAt: string;
  /** Whether it is the one that gets events now. */
  readonly isCurrent: boolean;
  /** Where its author hosts it; absent where the platform runs its bundle. */
  readonly url?: string | undefined;
  /** The bundle that the platform runs: SHA-256 over its module's SHA-256 and its source map, and the bytes of both. */
  readonly bundle?: { readonly hash: string; readonly bytes: number } | undefined;
  /** The version that this one brought back. */
  readonly restored?: number | undefined;
  /** What its manifest declares, as far as whoever installs it notices. */
  readonly declares: VersionDeclarations;
}

/** What the manifest of a version declares, by names. */
export interface VersionDeclarations {
  readonly scopes: readonly Scope[];
  /** Settings at any level, as `account.channel`. */
  readonly settings: readonly string[];
  /** Blocks by their ids. */
  readonly blocks: readonly string[];
}

/** What to roll back to. */
export interface IntegrationRollBack {
  /** One of the versions that are kept. */
  readonly version: number;
}

const publicationSchema: z.ZodType<IntegrationPublication, IntegrationPublication> = z
  .object({
    manifest: z.string().min(1, "must be the text of service-manifest.yaml").max(limits.manifestLength),
    url: z
      .url({ protocol: /^https?$/, error: "must be the http(s) URL the integration is hosted at" })
      .max(limits.urlLength)
      .optional(),
    bundle: z
      .object({
        module: z.string().min(1, "must be the text of an ES module").max(limits.moduleLength),
        sourceMap: z.string().max(limits.sourceMapLength).optional(),
      })
      .optional(),
    assets: boundedMap(z.base64("must be a file in base64").max(limits.assetLength)).optional(),
    secrets: boundedMap(z.string().max(limits.secretLength)).optional(),
    signingSecret: z.string().min(16, "must have at least 16 characters").max(limits.secretLength).optional(),
  })
  .refine(({ url, bundle }) => (url === undefined) !== (bundle === undefined), {
    path: ["url"],
    error: "give either the url where the integration is hosted, or the bundle to run",
  })
  .refine(({ bundle, signingSecret }) => bundle === undefined || signingSecret === undefined, {
    path: ["signingSecret"],
    error: "belongs to a url: for a bundle, the platform makes it",
  });

const publishedSchema: z.ZodType<PublishedIntegrationResource> = z.intersection(
  integrationSchema,
  z.object({ warnings: z.array(z.object({ path: z.string(), message: z.string() })) }),
);

const versionSchema: z.ZodType<IntegrationVersionResource> = z.object({
  version: z.int(),
  publishedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
  url: z.url().optional(),
  bundle: z.object({ hash: z.string(), bytes: z.int() }).optional(),
  restored: z.int().optional(),
  declares: z.object({
    scopes: z.array(z.enum(scopes)),
    settings: z.array(z.string()),
    blocks: z.array(z.string()),
  }),
});

const rollBackSchema: z.ZodType<IntegrationRollBack, IntegrationRollBack> = z.object({
  version: z.int().min(1),
});

const versionExample: IntegrationVersionResource = {
  version: 3,
  publishedAt: "2026-01-15T09:30:00.000Z",
  isCurrent: true,
  declares: { scopes: ["space:content:read"], settings: ["account.channel"], blocks: ["digest"] },
  bundle: { hash: "3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8559", bytes: 48213 },
};

/** Schemas of this file that the OpenAPI document names. */
export const publishingSchemas = {
  IntegrationPublication: publicationSchema,
  PublishedIntegration: publishedSchema,
  IntegrationVersion: versionSchema,
  IntegrationRollBack: rollBackSchema,
};

/** Publishing integrations, and going back to what was published before. */
export const publishingOperations = defineOperations({
  publishIntegration: operation({
    method: "PUT",
    path: "/integrations/{integration}",
    reach: "all",
    waits: true,
    tag: "Integrations",
    summary:
      "Publish an integration or a new version of it, from a URL or from a bundle that the platform runs",
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
    summary: "List the versions of an integration that can be rolled back to, newest first",
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
    summary:
      "Make an earlier version the current one at once, as a version of its own; secrets stay as they are",
    access: "administrator",
    roles: developers,
    body: rollBackSchema,
    response: integrationSchema,
    version: "version",
    errors: ["conflict", "integration_failed", "integration_unreachable"],
    example: { body: { version: 2 }, response: integrationExample },
  }),
});
