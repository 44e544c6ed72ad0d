import * as z from "zod";
import { developers, everyMember, managers, noMember } from "./callers.ts";
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
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { type OrganizationQuery, organizationQueryFields, organizationQuerySchema, pageOf } from "./page.ts";

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
  /** Its own `url`, or the platform, which runs its bundle. */
  readonly hosting: "url" | "script";
  readonly urls: {
    readonly publicEndpoint: string;
    /** The icon of the version; absent where it has none. */
    readonly icon?: string | undefined;
    /** Base of the version's files, ends in a slash; absent where it was published without files. */
    readonly assets?: string | undefined;
  };
  /** URLs of the preview images, in the manifest's order. */
  readonly previewImages: readonly string[];
  /** Links to more about it, in the manifest's order. */
  readonly externalLinks: readonly { readonly label: string; readonly url: string }[];
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

/** How an organization that an integration is not listed for sees it all the same. */
export interface ShareQuery {
  /** The token of the integration's share link. */
  readonly share?: string | undefined;
}

/** Where to install an integration. */
export interface InstallationCreation {
  /** Identifier of an organization. */
  readonly organization: string;
}

/** Checks an integration. */
export const integrationSchema: z.ZodType<IntegrationResource> = z.object({
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
  hosting: z.enum(["url", "script"]),
  urls: z.object({ publicEndpoint: z.url(), icon: z.url().optional(), assets: z.url().optional() }),
  previewImages: z.array(z.url()),
  externalLinks: z.array(z.object({ label: z.string(), url: z.url() })),
});

const manifestSchema: z.ZodType<IntegrationManifestResource> = z.object({
  configurations: z.record(z.string(), z.unknown()),
  blocks: z.array(z.unknown()),
  components: z.array(z.string()),
});

const shareQuerySchema: z.ZodType<ShareQuery, ShareQuery> = z.object({
  share: z
    .string()
    .min(1)
    .max(limits.identifierLength)
    .meta({ description: "The token of the share link of an integration that is not listed." })
    .optional(),
});

const creationSchema: z.ZodType<InstallationCreation, InstallationCreation> = z.object({
  organization: z.string().max(limits.identifierLength),
});

/** An integration, for examples. */
export const integrationExample: IntegrationResource = {
  name: "content-digest",
  title: "Content digest",
  description: "Sends a digest of what changed.",
  organization: "org_1",
  visibility: "public",
  target: "all",
  scopes: ["space:content:read"],
  categories: ["content"],
  version: 3,
  hosting: "script",
  urls: {
    publicEndpoint: "https://sites.example/integrations/content-digest",
    icon: "https://sites.example/assets/content-digest/3/assets/icon.svg",
    assets: "https://sites.example/assets/content-digest/3/",
  },
  previewImages: [],
  externalLinks: [{ label: "Documentation", url: "https://docs.example/content-digest" }],
};

/** Which installations of an integration to list. */
export interface IntegrationInstallationQuery extends OrganizationQuery {
  /** Only those that the integration gave this external identifier. */
  readonly externalId?: string | undefined;
}

/** A bearer token for the HTTP API. */
export interface InstallationToken {
  readonly token: string;
  /** It is good for at least this long. */
  readonly expiresInSeconds: number;
}

const installationQuerySchema: z.ZodType<IntegrationInstallationQuery, IntegrationInstallationQuery> =
  z.object({
    ...organizationQueryFields,
    externalId: z
      .string()
      .min(1)
      .max(limits.identifierLength)
      .meta({ description: "Only those that the integration gave this external identifier." })
      .optional(),
  });

const installationTokenSchema: z.ZodType<InstallationToken> = z.object({
  token: z.string(),
  expiresInSeconds: z.int(),
});

const manifestExample: IntegrationManifestResource = {
  configurations: { account: { properties: { channel: { type: "string", title: "Channel" } } } },
  blocks: [],
  components: ["digest"],
};

/** Schemas of this file that the OpenAPI document names. */
export const integrationSchemas = {
  Integration: integrationSchema,
  IntegrationManifest: manifestSchema,
  InstallationCreation: creationSchema,
  InstallationToken: installationTokenSchema,
};

/** Listing and installing integrations. */
export const integrationOperations = defineOperations({
  listIntegrations: operation({
    method: "GET",
    path: "/integrations",
    tag: "Integrations",
    summary: "List published integrations",
    access: "administrator",
    roles: everyMember,
    query: organizationQuerySchema,
    response: pageOf(integrationSchema),
    example: { response: { items: [integrationExample] } },
  }),
  getIntegration: operation({
    method: "GET",
    path: "/integrations/{integration}",
    tag: "Integrations",
    summary: "Read an integration",
    access: "integration",
    roles: everyMember,
    subject: "visible",
    query: shareQuerySchema,
    response: integrationSchema,
    version: "version",
    example: { response: integrationExample },
  }),
  removeIntegration: operation({
    method: "DELETE",
    path: "/integrations/{integration}",
    reach: "all",
    tag: "Integrations",
    summary:
      "Unpublish an integration: take it out of service at once, with installations, tokens and endpoints",
    access: "administrator",
    roles: developers,
    example: {},
  }),
  getIntegrationManifest: operation({
    method: "GET",
    path: "/integrations/{integration}/manifest",
    tag: "Integrations",
    summary: "Read what a form needs of the manifest: settings and blocks",
    access: "integration",
    roles: everyMember,
    subject: "visible",
    query: shareQuerySchema,
    response: manifestSchema,
    example: { response: manifestExample },
  }),
  getInstallationManifest: operation({
    method: "GET",
    path: "/installations/{installationId}/manifest",
    tag: "Installations",
    summary: "Read what a form needs of the manifest of the version that an installation runs",
    access: "installation",
    roles: everyMember,
    response: manifestSchema,
    example: { response: manifestExample },
  }),
  listIntegrationInstallations: operation({
    method: "GET",
    path: "/integrations/{integration}/installations",
    tag: "Integrations",
    summary: "List the installations of an integration; the token of an installation lists itself",
    access: "integration",
    roles: everyMember,
    subject: "visible",
    query: installationQuerySchema,
    response: pageOf(installationSchema),
    example: { query: { externalId: "team_7" }, response: { items: [installationExample] } },
  }),
  createInstallationToken: operation({
    method: "POST",
    path: "/integrations/{integration}/installations/{installationId}/tokens",
    tag: "Integrations",
    summary:
      "Make a token for an installation with the integration's own, for what arrives at its own endpoint",
    access: "integration",
    roles: noMember,
    status: 201,
    response: installationTokenSchema,
    example: {
      response: { token: "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJkaWdlc3QifQ.c2ln", expiresInSeconds: 1800 },
    },
  }),
  installIntegration: operation({
    method: "POST",
    path: "/integrations/{integration}/installations",
    tag: "Integrations",
    summary: "Install an integration in an organization; emits installation_setup",
    access: "administrator",
    roles: managers,
    subject: "visible",
    query: shareQuerySchema,
    body: creationSchema,
    status: 201,
    response: installationSchema,
    idempotent: true,
    errors: ["conflict"],
    example: { body: { organization: "org_1" }, response: installationExample },
  }),
});
