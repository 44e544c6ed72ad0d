import type {
  PageContent,
  PageContentUpdate,
  PageResource,
  SiteResource,
  SpaceResource,
} from "./content-resource.ts";
import type { AttemptResource, DeliveryResource, EventResource } from "./delivery-resource.ts";
import type { EndpointStatisticsQuery, EndpointStatisticsResource } from "./endpoint-statistics.ts";
import type {
  InstallationResource,
  InstallationUpdate,
  SiteInstallationResource,
  SpaceInstallationResource,
} from "./installation-resource.ts";
import type { IntegrationResource } from "./integration-resource.ts";
import type { RecoveryCreation, RecoveryResource } from "./recovery.ts";
import type { TaskCreation, TaskResource } from "./task-resource.ts";
import type {
  AcceptedTestEvent,
  SecretRotation,
  TestEvent,
  WebhookEndpoint,
  WebhookEndpointCreation,
  WebhookEndpointSecrets,
  WebhookEndpointUpdate,
} from "./webhook-endpoint.ts";

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Give it as `cursor` to read the page after this one; absent on the last page. */
  readonly next?: string;
}

/** Query of every list. */
export interface PageQuery {
  readonly cursor?: string;
  /** Items on a page, at most 100. */
  readonly limit?: number;
}

/** Query of the list of deliveries. */
export interface DeliveryQuery extends PageQuery {
  readonly eventId?: string;
  /** A webhook endpoint's id; the installation's own id stands for its integration. */
  readonly endpointId?: string;
  readonly status?: DeliveryResource["status"];
}

/**
 * Every call of the platform's HTTP API that an integration makes: path template → method → what goes in and what
 * comes out. Paths are relative to the environment's `apiEndpoint`.
 */
export interface ApiPaths {
  readonly "/integrations/{integration}": {
    readonly GET: { readonly response: IntegrationResource };
  };
  readonly "/integrations/{integration}/installations": {
    readonly GET: { readonly query: PageQuery; readonly response: Page<InstallationResource> };
  };
  readonly "/installations/{installationId}": {
    readonly GET: { readonly response: InstallationResource };
    readonly PATCH: { readonly body: InstallationUpdate; readonly response: InstallationResource };
  };
  readonly "/installations/{installationId}/spaces": {
    readonly GET: { readonly query: PageQuery; readonly response: Page<SpaceInstallationResource> };
  };
  readonly "/installations/{installationId}/spaces/{spaceId}": {
    readonly GET: { readonly response: SpaceInstallationResource };
    readonly PATCH: { readonly body: InstallationUpdate; readonly response: SpaceInstallationResource };
  };
  readonly "/installations/{installationId}/sites": {
    readonly GET: { readonly query: PageQuery; readonly response: Page<SiteInstallationResource> };
  };
  readonly "/installations/{installationId}/sites/{siteId}": {
    readonly GET: { readonly response: SiteInstallationResource };
    readonly PATCH: { readonly body: InstallationUpdate; readonly response: SiteInstallationResource };
  };
  readonly "/installations/{installationId}/webhook-endpoints": {
    readonly GET: { readonly query: PageQuery; readonly response: Page<WebhookEndpoint> };
    readonly POST: { readonly body: WebhookEndpointCreation; readonly response: WebhookEndpoint };
  };
  readonly "/installations/{installationId}/webhook-endpoints/{endpointId}": {
    readonly GET: { readonly response: WebhookEndpoint };
    readonly PATCH: { readonly body: WebhookEndpointUpdate; readonly response: WebhookEndpoint };
    readonly DELETE: { readonly response: undefined };
  };
  readonly "/installations/{installationId}/webhook-endpoints/{endpointId}/secrets": {
    readonly GET: { readonly response: WebhookEndpointSecrets };
  };
  readonly "/installations/{installationId}/webhook-endpoints/{endpointId}/rotate-secret": {
    readonly POST: { readonly body: SecretRotation; readonly response: WebhookEndpointSecrets };
  };
  readonly "/installations/{installationId}/webhook-endpoints/{endpointId}/test-event": {
    readonly POST: { readonly body: TestEvent; readonly response: AcceptedTestEvent };
  };
  readonly "/installations/{installationId}/webhook-endpoints/{endpointId}/statistics": {
    readonly GET: { readonly query: EndpointStatisticsQuery; readonly response: EndpointStatisticsResource };
  };
  readonly "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries": {
    readonly GET: { readonly query: PageQuery; readonly response: Page<RecoveryResource> };
    readonly POST: { readonly body: RecoveryCreation; readonly response: RecoveryResource };
  };
  readonly "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}": {
    readonly GET: { readonly response: RecoveryResource };
  };
  readonly "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}/cancel": {
    readonly POST: { readonly response: RecoveryResource };
  };
  readonly "/installations/{installationId}/events": {
    readonly GET: { readonly query: PageQuery; readonly response: Page<EventResource> };
  };
  readonly "/installations/{installationId}/deliveries": {
    readonly GET: { readonly query: DeliveryQuery; readonly response: Page<DeliveryResource> };
  };
  readonly "/installations/{installationId}/deliveries/{deliveryId}": {
    readonly GET: { readonly response: DeliveryResource };
  };
  readonly "/installations/{installationId}/deliveries/{deliveryId}/attempts": {
    readonly GET: { readonly query: PageQuery; readonly response: Page<AttemptResource> };
  };
  readonly "/installations/{installationId}/deliveries/{deliveryId}/send-again": {
    readonly POST: { readonly response: DeliveryResource };
  };
  readonly "/tasks": {
    readonly POST: { readonly body: TaskCreation; readonly response: TaskResource };
  };
  readonly "/spaces/{spaceId}": {
    readonly GET: { readonly response: SpaceResource };
  };
  readonly "/spaces/{spaceId}/pages": {
    readonly GET: { readonly query: PageQuery; readonly response: Page<PageResource> };
  };
  readonly "/spaces/{spaceId}/pages/{pageId}": {
    readonly GET: { readonly response: PageResource };
  };
  readonly "/spaces/{spaceId}/pages/{pageId}/content": {
    readonly GET: { readonly response: PageContent };
    readonly PATCH: { readonly body: PageContentUpdate; readonly response: PageContent };
  };
  readonly "/sites/{siteId}": {
    readonly GET: { readonly response: SiteResource };
  };
}

/** Body of every answer of the HTTP API that is not a success. */
export interface ApiErrorBody {
  readonly error: {
    /** A stable word for programs. */
    readonly code: string;
    /** A sentence for people: what was wrong and what to do. */
    readonly message: string;
    /** Which part of the request was wrong, as in `configuration.webhook_url`. */
    readonly path?: string;
  };
}
