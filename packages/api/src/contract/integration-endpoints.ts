import * as z from "zod";
import { operators } from "./callers.ts";
import {
  recoveryCreationSchema,
  recoveryExample,
  recoverySchema,
  statisticsExample,
  statisticsQuerySchema,
  statisticsSchema,
} from "./endpoint-resource.ts";
import { operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
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
  getIntegrationEndpointStatistics: operation(routes.getIntegrationEndpointStatistics, {
    tag: "Integration endpoints",
    summary: "Read how an installation's integration is doing, hour by hour",
    access: "installation",
    roles: operators,
    query: statisticsQuerySchema,
    response: statisticsSchema,
    example: { query: { since: "2026-01-14T09:00:00Z" }, response: statisticsExample },
  }),
  listIntegrationEndpointRecoveries: operation(routes.listIntegrationEndpointRecoveries, {
    tag: "Integration endpoints",
    summary: "List the recoveries of an installation's integration, newest first",
    access: "installation",
    roles: operators,
    query: pageQuerySchema,
    response: pageOf(recoverySchema),
    example: { response: { items: [recoveryExample] } },
  }),
  startIntegrationEndpointRecovery: operation(routes.startIntegrationEndpointRecovery, {
    tag: "Integration endpoints",
    summary: "Send again what failed at an installation's integration since a time, so many a second",
    access: "installation",
    roles: operators,
    body: recoveryCreationSchema,
    status: 202,
    response: recoverySchema,
    idempotent: true,
    errors: ["conflict"],
    example: { body: { failedSince: "2026-01-14T09:00:00Z" }, response: recoveryExample },
  }),
  getIntegrationEndpointRecovery: operation(routes.getIntegrationEndpointRecovery, {
    tag: "Integration endpoints",
    summary: "Read how far a recovery of an installation's integration is",
    access: "installation",
    roles: operators,
    response: recoverySchema,
    example: { response: recoveryExample },
  }),
  cancelIntegrationEndpointRecovery: operation(routes.cancelIntegrationEndpointRecovery, {
    tag: "Integration endpoints",
    summary: "End a recovery of an installation's integration; what it put back is sent all the same",
    access: "installation",
    roles: operators,
    response: recoverySchema,
    example: {
      response: { ...recoveryExample, status: "canceled", finishedAt: "2026-01-15T09:32:00.000Z" },
    },
  }),
};
