import * as z from "zod";
import type {
  ApiTokens,
  Configuration,
  Environment,
  EnvironmentIntegration,
  Installation,
  SiteInstallation,
  SpaceInstallation,
} from "./environment.ts";
import { installationStatusSchema, targetSchema } from "../vocabulary/vocabulary-schemas.ts";

const configuration: z.ZodType<Configuration> = z.record(z.string(), z.unknown());

/** The schema of an environment's tokens. */
export const apiTokensSchema: z.ZodType<ApiTokens> = z.looseObject({
  integration: z.string(),
  installation: z.string().exactOptional(),
});

/** The schema of an environment's integration. */
export const environmentIntegrationSchema: z.ZodType<EnvironmentIntegration> = z.looseObject({
  name: z.string(),
  title: z.string(),
  version: z.number(),
  urls: z.looseObject({
    publicEndpoint: z.string(),
    integrationEndpoint: z.string().exactOptional(),
    icon: z.string().exactOptional(),
    assets: z.string().exactOptional(),
  }),
  organization: z.string().exactOptional(),
});

/** The schema of an organization-level installation (docs/conformance.md#environment-organization). */
export const installationSchema: z.ZodType<Installation> = z.looseObject({
  id: z.string(),
  organization: z.string().exactOptional(),
  status: installationStatusSchema,
  space_selection: z
    .looseObject({
      type: z.enum(["all", "selected"]),
      spaces: z.array(z.string()).exactOptional(),
    })
    .exactOptional(),
  configuration,
  urls: z.looseObject({ publicEndpoint: z.string(), app: z.string().exactOptional() }),
  externalIds: z.array(z.string()),
  target: targetSchema,
});

/** The schema of an installation in a space (docs/conformance.md#environment-site). */
export const spaceInstallationSchema: z.ZodType<SpaceInstallation> = z.looseObject({
  installation: z.string(),
  space: z.string(),
  status: installationStatusSchema,
  configuration,
  externalIds: z.array(z.string()),
  urls: z.looseObject({ publicEndpoint: z.string(), app: z.string().exactOptional() }),
});

/** The schema of an installation in a site (docs/conformance.md#environment-site). */
export const siteInstallationSchema: z.ZodType<SiteInstallation> = z.looseObject({
  installation: z.string(),
  site: z.string(),
  space: z.string().exactOptional(),
  status: installationStatusSchema,
  configuration,
  externalIds: z.array(z.string()),
  urls: z.looseObject({
    publicEndpoint: z.string(),
    app: z.string().exactOptional(),
    published: z.string().exactOptional(),
  }),
});

/** The schema of an envelope's environment (docs/conformance.md#environment). */
export const environmentSchema: z.ZodType<Environment> = z.looseObject({
  apiEndpoint: z.string(),
  apiTokens: apiTokensSchema,
  integration: environmentIntegrationSchema,
  installation: installationSchema.exactOptional(),
  spaceInstallation: spaceInstallationSchema.exactOptional(),
  siteInstallation: siteInstallationSchema.exactOptional(),
  signingSecrets: z
    .looseObject({
      integration: z.string(),
      installation: z.string().exactOptional(),
      spaceInstallation: z.string().exactOptional(),
      siteInstallation: z.string().exactOptional(),
    })
    .exactOptional(),
  secrets: z.record(z.string(), z.string()),
});
