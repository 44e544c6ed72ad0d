import * as z from "zod";
import { developers, everyMember, managers, noMember } from "./callers.ts";
import { categories, visibilities } from "../vocabulary/manifest-vocabulary.ts";
import { scopeNameSchema, targetSchema } from "../vocabulary/vocabulary-schemas.ts";
import { installationExample, installationSchema } from "./installation-resource.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { organizationQueryFields, organizationQuerySchema, pageOf } from "./page.ts";
import type { IntegrationResource, IntegrationManifestResource } from "./types.ts";
import { shape } from "./shape.ts";

/** The schema of an integration. */
export const integrationSchema = shape(
  "IntegrationResource",
  "The current version of an integration.",
  z.object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    summary: z.string().optional(),
    organization: z.string().describe("The id of the organization that owns the integration."),
    visibility: z.enum(visibilities),
    target: targetSchema,
    scopes: z.array(scopeNameSchema),
    categories: z.array(z.enum(categories)),
    version: z.int().describe("Increases with each publication; the version for `If-Match`."),
    hosting: z
      .enum(["url", "script"])
      .describe("`url`: hosted by its author. `bundle`: run by the platform."),
    urls: z.object({
      publicEndpoint: z.url(),
      icon: z.url().optional().describe("The version's icon, if it has one."),
      assets: z
        .url()
        .optional()
        .describe("The base URL of the version's files, with a trailing slash. Not set without files."),
    }),
    previewImages: z.array(z.url()).describe("URLs of the preview images, in the manifest's order."),
    externalLinks: z
      .array(z.object({ label: z.string(), url: z.url() }))
      .describe("Links to more information, in the manifest's order."),
  }),
);

const manifestSchema = shape(
  "IntegrationManifestResource",
  "The parts of a manifest that forms need.",
  z.object({
    configurations: z
      .record(z.string(), z.unknown())
      .describe("The sections of settings, as in the manifest."),
    blocks: z.array(z.unknown()).describe("The blocks, as in the manifest."),
    components: z.array(z.string()).describe("The ids of the components that the integration renders."),
  }),
);

const shareQuerySchema = shape(
  "ShareQuery",
  "Gives an organization access to an integration that isn't listed for it.",
  z.object({
    share: z
      .string()
      .min(1)
      .max(limits.identifierLength)
      .optional()
      .describe("The token of the integration's share link."),
  }),
);

const creationSchema = shape(
  "InstallationCreation",
  "The organization to install an integration in.",
  z.object({
    organization: z.string().max(limits.identifierLength).describe("The organization's id."),
  }),
);

/** An example integration. */
export const integrationExample: IntegrationResource = {
  name: "content-digest",
  title: "Content digest",
  description: "Sends a digest of recent changes.",
  organization: "org_1",
  visibility: "public",
  target: "all",
  scopes: ["issues:read"],
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

const installationQuerySchema = shape(
  "IntegrationInstallationQuery",
  "Filters of an integration's installations.",
  z.object({
    ...organizationQueryFields,
    externalId: z
      .string()
      .min(1)
      .max(limits.identifierLength)
      .optional()
      .describe("Only installations with this external id."),
  }),
);

const installationTokenSchema = shape(
  "InstallationToken",
  "A bearer token for the HTTP API.",
  z.object({
    token: z.string(),
    expiresInSeconds: z.int().describe("The minimum remaining lifetime, in seconds."),
  }),
);

const manifestExample: IntegrationManifestResource = {
  configurations: { account: { properties: { channel: { type: "string", title: "Channel" } } } },
  blocks: [],
  components: ["digest"],
};

/** Operations that list and install integrations. */
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
    summary: "Unpublish an integration immediately, with its installations, tokens and endpoints",
    access: "administrator",
    roles: developers,
    example: {},
  }),
  getIntegrationManifest: operation({
    method: "GET",
    path: "/integrations/{integration}/manifest",
    tag: "Integrations",
    summary: "Read the parts of a manifest that forms need: settings and blocks",
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
    summary: "Read the form parts of the manifest version that an installation runs",
    access: "installation",
    roles: everyMember,
    response: manifestSchema,
    example: { response: manifestExample },
  }),
  listIntegrationInstallations: operation({
    method: "GET",
    path: "/integrations/{integration}/installations",
    tag: "Integrations",
    summary: "List an integration's installations; an installation's token lists only itself",
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
    summary: "Create an installation token with the integration's token, for requests to its own endpoint",
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
