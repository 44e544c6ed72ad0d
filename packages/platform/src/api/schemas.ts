import {
  categories,
  installationStatuses,
  scopes,
  targets,
  visibilities,
  webhookEventTypes,
} from "@plugboard/api";
import type {
  AttemptResource,
  DeliveryResource,
  DeliveryTarget,
  EventResource,
  InstallationResource,
  IntegrationResource,
  PageContent,
  PageResource,
  SiteInstallationResource,
  SiteResource,
  SpaceInstallationResource,
  SpaceResource,
  TaskResource,
  WebhookEndpoint,
  WebhookEndpointSecrets,
} from "@plugboard/api/client";
import * as z from "zod";
import { isNestedWithin } from "./is-nested-within.ts";

// The shapes of the HTTP API's answers, for its OpenAPI document; each is checked against the client's own type.

// Whoever follows a value that is nested deeper runs out of stack.
const mostLevels = 1000;

/**
 * Any JSON value that is not nested too deeply. For the document it is anything, since a schema that contains itself has no
 * end there.
 */
export const jsonSchema: z.ZodType<z.core.util.JSONType> = z
  .unknown()
  .refine((value) => isNestedWithin(value, mostLevels), `is nested deeper than ${mostLevels} levels`)
  .pipe(z.json());

const configuration = z.record(z.string(), z.unknown());
const time = z.iso.datetime();

export const spaceSchema: z.ZodType<SpaceResource> = z.object({
  id: z.string(),
  title: z.string(),
  organization: z.string(),
  visibility: z.string(),
  revisionId: z.string(),
});

export const pageSchema: z.ZodType<PageResource> = z.object({
  id: z.string(),
  spaceId: z.string(),
  title: z.string(),
  path: z.string(),
  updatedAt: time,
});

export const pageContentSchema: z.ZodType<PageContent> = z.object({
  pageId: z.string(),
  revisionId: z.string(),
  title: z.string(),
  markdown: z.string(),
});

export const siteSchema: z.ZodType<SiteResource> = z.object({
  id: z.string(),
  title: z.string(),
  organization: z.string(),
  spaceId: z.string(),
  urls: z.object({ published: z.url() }),
});

export const integrationSchema: z.ZodType<IntegrationResource> = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  summary: z.string().exactOptional(),
  organization: z.string(),
  visibility: z.enum(visibilities),
  target: z.enum(targets),
  scopes: z.array(z.enum(scopes)),
  categories: z.array(z.enum(categories)),
  version: z.int(),
  urls: z.object({ publicEndpoint: z.url() }),
});

export const installationSchema: z.ZodType<InstallationResource> = z.object({
  id: z.string(),
  integration: z.string(),
  organization: z.string(),
  status: z.enum(installationStatuses),
  space_selection: z.object({
    type: z.enum(["all", "selected"]),
    spaces: z.array(z.string()).exactOptional(),
  }),
  configuration,
  urls: z.object({ publicEndpoint: z.url(), app: z.url().exactOptional() }),
  externalIds: z.array(z.string()),
  target: z.enum(targets),
  createdAt: time,
  updatedAt: time,
});

const part = {
  installation: z.string(),
  status: z.enum(installationStatuses),
  configuration,
  externalIds: z.array(z.string()),
  createdAt: time,
  updatedAt: time,
};

export const spaceInstallationSchema: z.ZodType<SpaceInstallationResource> = z.object({
  ...part,
  space: z.string(),
  urls: z.object({ publicEndpoint: z.url() }),
});

export const siteInstallationSchema: z.ZodType<SiteInstallationResource> = z.object({
  ...part,
  site: z.string(),
  space: z.string().exactOptional(),
  urls: z.object({ publicEndpoint: z.url(), published: z.url().exactOptional() }),
});

export const webhookEndpointSchema: z.ZodType<WebhookEndpoint> = z.object({
  id: z.string(),
  installationId: z.string(),
  url: z.url(),
  eventTypes: z.array(z.enum(webhookEventTypes)),
  spaceId: z.string().exactOptional(),
  siteId: z.string().exactOptional(),
  status: z.enum(["enabled", "paused", "disabled"]),
  disabledReason: z.enum(["gone", "failing"]).exactOptional(),
  createdAt: time,
  updatedAt: time,
});

export const endpointSecretsSchema: z.ZodType<WebhookEndpointSecrets> = z.object({
  secrets: z.array(z.object({ secret: z.string(), createdAt: time, expiresAt: time.exactOptional() })),
});

export const eventSchema: z.ZodType<EventResource> = z.object({
  id: z.string(),
  type: z.string(),
  installationId: z.string(),
  payload: z.record(z.string(), z.unknown()),
  createdAt: time,
});

export const deliveryTargetSchema: z.ZodType<DeliveryTarget> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("endpoint"), endpointId: z.string(), url: z.url() }),
  z.object({ kind: z.literal("integration"), integration: z.string() }),
]);

export const deliverySchema: z.ZodType<DeliveryResource> = z.object({
  id: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  installationId: z.string(),
  target: deliveryTargetSchema,
  status: z.enum(["scheduled", "waiting", "sending", "delivered", "failed"]),
  failure: z.enum(["exhausted", "rejected", "gone", "disabled", "canceled", "expired"]).exactOptional(),
  attempts: z.int(),
  nextAttemptAt: time.exactOptional(),
  createdAt: time,
});

export const attemptSchema: z.ZodType<AttemptResource> = z.object({
  number: z.int(),
  startedAt: time,
  durationMilliseconds: z.number(),
  responseStatus: z.int().exactOptional(),
  responseExcerpt: z.string().exactOptional(),
  error: z.string().exactOptional(),
  errorCode: z.string().exactOptional(),
  nextAttemptAt: time.exactOptional(),
});

export const taskSchema: z.ZodType<TaskResource> = z.object({
  id: z.string(),
  eventId: z.string(),
  dueAt: time,
});
