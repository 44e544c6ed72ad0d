import type {
  AttemptResource,
  DeliveryResource,
  DeliveryTarget,
  InstallationResource,
  IntegrationResource,
  PageContent,
  PageResource,
  SiteInstallationResource,
  SpaceInstallationResource,
  WebhookEndpoint,
  WebhookEndpointSecrets,
} from "@plugboard/api/client";
import type { Attempt, Delivery, Endpoint } from "@plugboard/webhook-delivery";
import { endpointKinds } from "../endpoints/endpoint-kinds.ts";
import type { Site } from "../content/content.ts";
import type { InstallationRecord, ResourceInstallationRecord } from "../installations/installations.ts";
import type { Integration } from "../integrations/integrations.ts";
import type { Page } from "../content/pages.ts";
import {
  type EndpointSecret,
  endpointEventTypes,
  isHeldBack,
  isSwitchedOff,
  readEndpointMetadata,
} from "../endpoints/webhook-endpoints.ts";
import { type PlatformUrls, publicEndpointOf, publishedUrlOf } from "../common/platform-urls.ts";

/** ISO 8601 of milliseconds since 1970. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function toIntegrationResource(integration: Integration, urls: PlatformUrls): IntegrationResource {
  const { name, manifest, version, organizationId } = integration;
  return {
    name,
    title: manifest.title,
    description: manifest.description,
    ...(manifest.summary !== undefined && { summary: manifest.summary }),
    organization: organizationId,
    visibility: manifest.visibility,
    target: manifest.target ?? "all",
    scopes: manifest.scopes,
    categories: manifest.categories ?? [],
    version,
    urls: { publicEndpoint: `${urls.sites}/integrations` },
  };
}

export function toInstallationResource(
  installation: InstallationRecord,
  urls: PlatformUrls,
  configuration: Readonly<Record<string, unknown>>,
): InstallationResource {
  return {
    id: installation.id,
    integration: installation.integration,
    organization: installation.organizationId,
    status: installation.status,
    space_selection: installation.spaceSelection,
    configuration,
    urls: {
      publicEndpoint: publicEndpointOf(urls, installation.id),
      app: `${urls.console}/installations/${installation.id}`,
    },
    externalIds: installation.externalIds,
    target: installation.target,
    createdAt: isoTime(installation.createdAt),
    updatedAt: isoTime(installation.updatedAt),
  };
}

interface PartFields extends Omit<SpaceInstallationResource, "space"> {}

function toPartFields(
  part: ResourceInstallationRecord,
  urls: PlatformUrls,
  configuration: Readonly<Record<string, unknown>>,
): PartFields {
  return {
    installation: part.installationId,
    status: part.status,
    configuration,
    externalIds: part.externalIds,
    urls: { publicEndpoint: publicEndpointOf(urls, part.installationId) },
    createdAt: isoTime(part.createdAt),
    updatedAt: isoTime(part.updatedAt),
  };
}

export function toSpaceInstallationResource(
  part: ResourceInstallationRecord,
  urls: PlatformUrls,
  configuration: Readonly<Record<string, unknown>>,
): SpaceInstallationResource {
  return { space: part.resourceId, ...toPartFields(part, urls, configuration) };
}

export function toSiteInstallationResource(
  part: ResourceInstallationRecord,
  { id, spaceId, slug }: Site,
  urls: PlatformUrls,
  configuration: Readonly<Record<string, unknown>>,
): SiteInstallationResource {
  const fields = toPartFields(part, urls, configuration);
  const published = publishedUrlOf(urls, slug);
  return { site: id, space: spaceId, ...fields, urls: { ...fields.urls, published } };
}

export function toPageResource(page: Page): PageResource {
  const { id, spaceId, title, slug, updatedAt } = page;
  return { id, spaceId, title, path: slug, updatedAt: isoTime(updatedAt) };
}

export function toPageContent({ id, revisionId, title, markdown }: Page): PageContent {
  return { pageId: id, revisionId, title, markdown };
}

export function toWebhookEndpoint(endpoint: Endpoint): WebhookEndpoint {
  const { spaceId, siteId } = readEndpointMetadata(endpoint);
  return {
    id: endpoint.id,
    installationId: endpoint.tenant,
    url: endpoint.url,
    eventTypes: endpointEventTypes(endpoint),
    ...(spaceId !== undefined && { spaceId }),
    ...(siteId !== undefined && { siteId }),
    status: statusOf(endpoint),
    ...(endpoint.status === "disabled" &&
      endpoint.disabledReason !== undefined && { disabledReason: endpoint.disabledReason }),
    createdAt: isoTime(endpoint.createdAt),
    updatedAt: isoTime(endpoint.updatedAt),
  };
}

function statusOf(endpoint: Endpoint): WebhookEndpoint["status"] {
  if (endpoint.status === "disabled" || isSwitchedOff(endpoint)) return "disabled";
  return isHeldBack(endpoint) ? "paused" : "enabled";
}

export function toEndpointSecrets(secrets: readonly EndpointSecret[]): WebhookEndpointSecrets {
  return {
    secrets: secrets.map(({ secret, createdAt, expiresAt }) => ({
      secret,
      createdAt: isoTime(createdAt),
      ...(expiresAt !== undefined && { expiresAt: isoTime(expiresAt) }),
    })),
  };
}

/** Where an endpoint's deliveries go; `integration` is the name of the one behind it. */
export function toDeliveryTarget(endpoint: Endpoint | undefined, integration: string): DeliveryTarget {
  return endpoint?.kind === endpointKinds.webhook
    ? { kind: "endpoint", endpointId: endpoint.id, url: endpoint.url }
    : { kind: "integration", integration };
}

export function toDeliveryResource(
  delivery: Delivery,
  endpoint: Endpoint | undefined,
  integration: string,
): DeliveryResource {
  return {
    id: delivery.id,
    eventId: delivery.eventId,
    eventType: delivery.eventType,
    installationId: endpoint?.tenant ?? delivery.endpointId,
    target: toDeliveryTarget(endpoint, integration),
    status: delivery.state,
    ...(delivery.failureReason !== undefined && { failure: delivery.failureReason }),
    attempts: delivery.attempts,
    ...(delivery.dueAt !== undefined && { nextAttemptAt: isoTime(delivery.dueAt) }),
    createdAt: isoTime(delivery.createdAt),
  };
}

export function toAttemptResource(attempt: Attempt): AttemptResource {
  return {
    number: attempt.number,
    startedAt: isoTime(attempt.startedAt),
    durationMilliseconds: attempt.timings.total,
    ...(attempt.status !== undefined && { responseStatus: attempt.status }),
    ...(attempt.responseExcerpt !== undefined && { responseExcerpt: attempt.responseExcerpt }),
    ...(attempt.errorMessage !== undefined && { error: attempt.errorMessage }),
    ...(attempt.errorCode !== undefined && { errorCode: attempt.errorCode }),
    ...(attempt.nextAttemptAt !== undefined && { nextAttemptAt: isoTime(attempt.nextAttemptAt) }),
  };
}
