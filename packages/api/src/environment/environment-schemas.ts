import * as z from "zod";
import type {
  ApiTokens,
  Configuration,
  Environment,
  EnvironmentIntegration,
  Installation,
  EnvironmentSelection,
  ProductInstallation,
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

const selection: z.ZodType<EnvironmentSelection> = z
  .object({ type: z.enum(["all", "selected"]) })
  .catchall(z.array(z.string()));

/** The schema of an organization-level installation (docs/conformance.md#environment-organization). */
export const installationSchema: z.ZodType<Installation> = z.intersection(
  z.looseObject({
    id: z.string(),
    organization: z.string().exactOptional(),
    status: installationStatusSchema,
    configuration,
    urls: z.looseObject({ publicEndpoint: z.string(), app: z.string().exactOptional() }),
    externalIds: z.array(z.string()),
    target: targetSchema,
  }),
  z.looseRecord(z.templateLiteral([z.string(), "_selection"]), selection),
);

/** The schema of an installation in a resource, without the resource's id (docs/conformance.md#environment-site). */
export const productInstallationSchema: z.ZodType<ProductInstallation<never>> = z.looseObject({
  installation: z.string(),
  status: installationStatusSchema,
  configuration,
  externalIds: z.array(z.string()),
  urls: z.object({ publicEndpoint: z.string(), app: z.string().exactOptional() }).catchall(z.string()),
});

const resourceKey = z.templateLiteral([z.string(), "Installation"]);

/** Each installation has its resource's id in the field with the kind's name. */
const resourceInstallations = z
  .looseRecord(resourceKey, productInstallationSchema)
  .superRefine((installations, context) => {
    for (const [name, installation] of Object.entries(installations)) {
      const kind = /^(.+)Installation$/.exec(name)?.[1];
      if (kind !== undefined && typeof installation[kind] !== "string")
        context.addIssue({ code: "custom", path: [name, kind], message: "Invalid input: expected string" });
    }
  });

/** The schema of an envelope's environment (docs/conformance.md#environment). */
export const environmentSchema: z.ZodType<Environment> = z.intersection(
  z.looseObject({
    apiEndpoint: z.string(),
    apiTokens: apiTokensSchema,
    integration: environmentIntegrationSchema,
    installation: installationSchema.exactOptional(),
    signingSecrets: z
      .intersection(
        z.looseObject({ integration: z.string(), installation: z.string().exactOptional() }),
        z.looseRecord(resourceKey, z.string()),
      )
      .exactOptional(),
    secrets: z.record(z.string(), z.string()),
  }),
  resourceInstallations,
);
