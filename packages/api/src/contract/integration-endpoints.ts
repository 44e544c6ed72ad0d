import * as z from "zod";
import { operators } from "./callers.ts";
import { endpointDefinitions } from "./endpoint-resource.ts";
import { operation } from "./operation.ts";
import * as routes from "./routes.ts";

/** Whether an installation's integration is sent its events. */
export interface IntegrationEndpointResource {
  /** `disabled`: the platform gave it up. */
  readonly status: "enabled" | "disabled";
  /** Why: it responded with 410, or did nothing but fail for days. */
  readonly disabledReason?: "gone" | "failing" | undefined;
}

/** Gives an integration another chance. */
export interface IntegrationEndpointUpdate {
  readonly status: "enabled";
}

const endpointSchema: z.ZodType<IntegrationEndpointResource> = z.object({
  status: z.enum(["enabled", "disabled"]),
  disabledReason: z.enum(["gone", "failing"]).optional(),
});

const updateSchema: z.ZodType<IntegrationEndpointUpdate, IntegrationEndpointUpdate> = z.object({
  status: z.literal("enabled"),
});

const shared = endpointDefinitions("Integration endpoints", "an installation's integration");

/** Schemas of this file that the OpenAPI document names. */
export const integrationEndpointSchemas = {
  IntegrationEndpoint: endpointSchema,
  IntegrationEndpointUpdate: updateSchema,
};

/** The one endpoint that an installation's integration is behind; it is made for the first event. */
export const integrationEndpointOperations = {
  getIntegrationEndpoint: operation(routes.getIntegrationEndpoint, {
    tag: "Integration endpoints",
    summary: "Read whether an installation's integration is sent its events, or the platform disabled it",
    access: "installation",
    roles: operators,
    response: endpointSchema,
    example: { response: { status: "disabled", disabledReason: "failing" } },
  }),
  updateIntegrationEndpoint: operation(routes.updateIntegrationEndpoint, {
    tag: "Integration endpoints",
    summary: "Enable an installation's integration that the platform disabled",
    access: "administrator",
    roles: operators,
    body: updateSchema,
    response: endpointSchema,
    example: { body: { status: "enabled" }, response: { status: "enabled" } },
  }),
  probeIntegrationEndpoint: operation(routes.probeIntegrationEndpoint, {
    tag: "Integration endpoints",
    summary: "Try an integration at once that keeps failing, instead of at the time of its next probe",
    access: "administrator",
    roles: operators,
    example: {},
  }),
  getIntegrationEndpointStatistics: operation(routes.getIntegrationEndpointStatistics, shared.statistics),
  listIntegrationEndpointRecoveries: operation(routes.listIntegrationEndpointRecoveries, shared.recoveries),
  countIntegrationEndpointRecovery: operation(routes.countIntegrationEndpointRecovery, shared.countRecovery),
  startIntegrationEndpointRecovery: operation(routes.startIntegrationEndpointRecovery, shared.startRecovery),
  getIntegrationEndpointRecovery: operation(routes.getIntegrationEndpointRecovery, shared.recovery),
  cancelIntegrationEndpointRecovery: operation(
    routes.cancelIntegrationEndpointRecovery,
    shared.cancelRecovery,
  ),
};
