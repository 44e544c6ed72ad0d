import * as z from "zod";
import { operators } from "./callers.ts";
import { endpointDefinitions } from "./endpoint-resource.ts";
import { defineOperations, operation } from "./operation.ts";
import { shape } from "./shape.ts";

const endpointSchema = shape(
  "IntegrationEndpointResource",
  "Whether an installation's integration receives its events.",
  z.object({
    status: z.enum(["enabled", "disabled"]).describe("`disabled`: the platform stopped sending."),
    disabledReason: z
      .enum(["gone", "failing"])
      .optional()
      .describe("`gone`: it responded with 410. `failing`: all requests failed for days."),
  }),
);

const updateSchema = shape(
  "IntegrationEndpointUpdate",
  "Enables a disabled integration again.",
  z.object({
    status: z.literal("enabled"),
  }),
);

const shared = endpointDefinitions("Integration endpoints", "an installation's integration");

/** Operations for the endpoint of an installation's integration, which is created with the first event. */
export const integrationEndpointOperations = defineOperations({
  getIntegrationEndpoint: operation({
    method: "GET",
    path: "/installations/{installationId}/integration-endpoint",
    tag: "Integration endpoints",
    summary: "Read whether the platform disabled the delivery of events to an installation's integration",
    access: "installation",
    roles: operators,
    response: endpointSchema,
    example: { response: { status: "disabled", disabledReason: "failing" } },
  }),
  updateIntegrationEndpoint: operation({
    method: "PATCH",
    path: "/installations/{installationId}/integration-endpoint",
    tag: "Integration endpoints",
    summary: "Enable an installation's integration that the platform disabled",
    access: "administrator",
    roles: operators,
    body: updateSchema,
    response: endpointSchema,
    example: { body: { status: "enabled" }, response: { status: "enabled" } },
  }),
  probeIntegrationEndpoint: operation({
    method: "POST",
    path: "/installations/{installationId}/integration-endpoint/probe",
    tag: "Integration endpoints",
    summary: "Probe a failing integration now, instead of at its next scheduled probe",
    access: "administrator",
    roles: operators,
    example: {},
  }),
  getIntegrationEndpointStatistics: operation({
    method: "GET",
    path: "/installations/{installationId}/integration-endpoint/statistics",
    ...shared.statistics,
  }),
  listIntegrationEndpointRecoveries: operation({
    method: "GET",
    path: "/installations/{installationId}/integration-endpoint/recoveries",
    ...shared.recoveries,
  }),
  countIntegrationEndpointRecovery: operation({
    method: "POST",
    path: "/installations/{installationId}/integration-endpoint/recoveries/count",
    ...shared.countRecovery,
  }),
  startIntegrationEndpointRecovery: operation({
    method: "POST",
    path: "/installations/{installationId}/integration-endpoint/recoveries",
    ...shared.startRecovery,
  }),
  getIntegrationEndpointRecovery: operation({
    method: "GET",
    path: "/installations/{installationId}/integration-endpoint/recoveries/{recoveryId}",
    ...shared.recovery,
  }),
  cancelIntegrationEndpointRecovery: operation({
    method: "POST",
    path: "/installations/{installationId}/integration-endpoint/recoveries/{recoveryId}/cancel",
    ...shared.cancelRecovery,
  }),
});
