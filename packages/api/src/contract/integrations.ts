import * as z from "zod";
import {
  type Category,
  categories,
  type Target,
  targets,
  type Visibility,
  visibilities,
} from "../vocabulary/manifest-vocabulary.ts";
import { type Scope, scopes } from "../vocabulary/scope.ts";
import { installationExample, installationSchema } from "./installation-resource.ts";
import { boundedMap } from "./json.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import * as routes from "./routes.ts";

/** An integration as it was last published. */
export interface IntegrationResource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly summary?: string | undefined;
  /** Identifier of the organization that owns the integration. */
  readonly organization: string;
  readonly visibility: Visibility;
  readonly target: Target;
  readonly scopes: readonly Scope[];
  readonly categories: readonly Category[];
  /** Grows by one with each publication; the version for `If-Match`. */
  readonly version: number;
  readonly urls: { readonly publicEndpoint: string };
}

/** What an integration is published from. */
export interface IntegrationPublication {
  /** The text of `service-manifest.yaml`. */
  readonly manifest: string;
  /** The http(s) URL the integration is hosted at. */
  readonly url: string;
  /** Values for the secrets that the manifest names. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** The secret that requests to the integration are signed with, at least 16 characters; a fresh one when left out. */
  readonly signingSecret?: string | undefined;
}

/** What a form needs to know of a manifest. */
export interface IntegrationManifestResource {
  /** The sections of settings, as the manifest has them. */
  readonly configurations: Readonly<Record<string, unknown>>;
  /** The blocks, as the manifest has them. */
  readonly blocks: readonly unknown[];
  /** The identifiers of the components that the integration renders. */
  readonly components: readonly string[];
}

/** Where to install an integration. */
export interface InstallationCreation {
  /** Identifier of an organization. */
  readonly organization: string;
}

const integrationSchema: z.ZodType<IntegrationResource> = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  summary: z.string().optional(),
  organization: z.string(),
  visibility: z.enum(visibilities),
  target: z.enum(targets),
  scopes: z.array(z.enum(scopes)),
  categories: z.array(z.enum(categories)),
  version: z.int(),
  urls: z.object({ publicEndpoint: z.url() }),
});

const publicationSchema: z.ZodType<IntegrationPublication, IntegrationPublication> = z.object({
  manifest: z.string().min(1, "must be the text of service-manifest.yaml").max(limits.manifestLength),
  url: z
    .url({ protocol: /^https?$/, error: "must be the http(s) URL the integration is hosted at" })
    .max(limits.urlLength),
  secrets: boundedMap(z.string().max(limits.secretLength)).optional(),
  signingSecret: z.string().min(16, "must have at least 16 characters").max(limits.secretLength).optional(),
});

const manifestSchema: z.ZodType<IntegrationManifestResource> = z.object({
  configurations: z.record(z.string(), z.unknown()),
  blocks: z.array(z.unknown()),
  components: z.array(z.string()),
});

const creationSchema: z.ZodType<InstallationCreation, InstallationCreation> = z.object({
  organization: z.string().max(limits.identifierLength),
});

const integration: IntegrationResource = {
  name: "content-digest",
  title: "Content digest",
  description: "Sends a digest of what changed.",
  organization: "org_1",
  visibility: "public",
  target: "all",
  scopes: ["space:content:read"],
  categories: ["content"],
  version: 3,
  urls: { publicEndpoint: "https://sites.example/integrations" },
};

/** Schemas of this file that the OpenAPI document names. */
export const integrationSchemas = {
  Integration: integrationSchema,
  IntegrationPublication: publicationSchema,
  IntegrationManifest: manifestSchema,
  InstallationCreation: creationSchema,
};

/** Publishing, listing and installing integrations. */
export const integrationOperations = {
  listIntegrations: operation(routes.listIntegrations, {
    tag: "Integrations",
    summary: "List published integrations",
    access: "administrator",
    query: pageQuerySchema,
    response: pageOf(integrationSchema),
    example: { response: { items: [integration] } },
  }),
  publishIntegration: operation(routes.publishIntegration, {
    tag: "Integrations",
    summary: "Publish an integration or a new version of it",
    access: "administrator",
    body: publicationSchema,
    maxBodyBytes: limits.publicationBodyBytes,
    response: integrationSchema,
    version: "version",
    errors: ["invalid_manifest", "integration_failed", "integration_unreachable"],
    example: {
      body: {
        manifest: "name: content-digest\ntitle: Content digest\n",
        url: "https://digest.example/",
        secrets: { CLIENT_SECRET: "s3cret" },
      },
      response: integration,
    },
  }),
  getIntegration: operation(routes.getIntegration, {
    tag: "Integrations",
    summary: "Read an integration",
    access: "integration",
    response: integrationSchema,
    version: "version",
    example: { response: integration },
  }),
  removeIntegration: operation(routes.removeIntegration, {
    tag: "Integrations",
    summary: "Take an integration out of service at once, with its installations, tokens and endpoints",
    access: "administrator",
    example: {},
  }),
  getIntegrationManifest: operation(routes.getIntegrationManifest, {
    tag: "Integrations",
    summary: "Read what a form needs of the manifest: settings and blocks",
    access: "integration",
    response: manifestSchema,
    example: {
      response: {
        configurations: { account: { properties: { channel: { type: "string", title: "Channel" } } } },
        blocks: [],
        components: ["digest"],
      },
    },
  }),
  listIntegrationInstallations: operation(routes.listIntegrationInstallations, {
    tag: "Integrations",
    summary: "List the installations of an integration; the token of an installation lists itself",
    access: "integration",
    query: pageQuerySchema,
    response: pageOf(installationSchema),
    example: { response: { items: [installationExample] } },
  }),
  installIntegration: operation(routes.installIntegration, {
    tag: "Integrations",
    summary: "Install an integration in an organization; emits installation_setup",
    access: "administrator",
    body: creationSchema,
    status: 201,
    response: installationSchema,
    idempotent: true,
    errors: ["conflict"],
    example: { body: { organization: "org_1" }, response: installationExample },
  }),
};
