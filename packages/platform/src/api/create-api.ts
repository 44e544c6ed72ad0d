import { createOpenApiDocument } from "@plugboard/api/openapi";
import { Hono } from "hono";
import { PlatformError } from "../common/platform-error.ts";
import { createHttpTelemetry } from "../http/http-telemetry.ts";
import { createErrorHandler, notFoundResponse, type OnError } from "../http/problem-response.ts";
import type { Platform } from "../platform/create-platform.ts";
import { createChangeHandlers, createLiveChangeHandlers } from "../changes/api/change-handlers.ts";
import { createContentEditingHandlers } from "../content/api/content-editing-handlers.ts";
import { createAuditHandlers } from "../audit/api/audit-handlers.ts";
import { createContentHandlers } from "../content/api/content-handlers.ts";
import { createDeliveryHandlers } from "../delivery/api/delivery-handlers.ts";
import { createDeliverySearchHandlers } from "../delivery/api/delivery-search-handlers.ts";
import { createEventHandlers } from "../events/api/event-handlers.ts";
import {
  createComponentHandlers,
  createScheduleHandlers,
  createTaskHandlers,
  createTokenKeyHandlers,
} from "../dispatch/api/dispatch-handlers.ts";
import { createGitSyncHandlers } from "../git-sync/api/git-sync-handlers.ts";
import { createEndpointPollHandlers } from "../endpoints/api/endpoint-poll-handlers.ts";
import {
  createIntegrationEndpointHandlers,
  createWebhookEndpointHandlers,
} from "../endpoints/api/endpoint-handlers.ts";
import { createInstallationHandlers } from "../installations/api/installation-handlers.ts";
import { createIntegrationHandlers } from "../integrations/api/integration-handlers.ts";
import { createPageBlockHandlers } from "../blocks/api/page-block-handlers.ts";
import { createLiveLogHandlers, createLogHandlers } from "../logs/api/log-handlers.ts";
import { createPortalHandlers } from "../access/api/portal-handlers.ts";
import { createPublishingHandlers } from "../publishing/api/publishing-handlers.ts";
import {
  createApiKeyHandlers,
  createOrganizationHandlers,
  type OrganizationOptions,
} from "../organizations/api/organization-handlers.ts";
import { createCustomEventHandlers } from "../events/api/custom-event-handlers.ts";
import { createDeliveryViewHandlers } from "../delivery/api/delivery-view-handlers.ts";
import { createPageDraftHandlers } from "../content/api/page-draft-handlers.ts";
import { createRevisionHandlers } from "../content/api/revision-handlers.ts";
import { createSettingHandlers, type ServerSettings } from "../settings/api/setting-handlers.ts";
import { createSiteDataHandlers } from "../sites/api/site-data-handlers.ts";
import { createSitePresentationHandlers } from "../sites/api/site-presentation-handlers.ts";
import { createSiteHandlers } from "../sites/api/site-handlers.ts";
import { createStorageHandlers } from "../stored-values/api/storage-handlers.ts";
import type { OperationHandlers } from "../operations/operation-handler.ts";
import { createTenancyHandlers } from "../tenancy/api/tenancy-handlers.ts";
import { createVisibilityHandlers } from "../integrations/api/visibility-handlers.ts";
import { type ApiEnv, type Authenticate, type RequestFacts, serveOperations } from "./serve-operations.ts";

/** The HTTP API as a `fetch` handler for requests below its base URL. */
export interface Api {
  readonly fetch: (request: Request, facts?: RequestFacts) => Promise<Response>;
}

/** Options of `createApi`. */
export interface ApiOptions extends OrganizationOptions {
  readonly authenticate: Authenticate;
  readonly onError: OnError;
  /** The settings of the server. Defaults to none. */
  readonly settings?: ServerSettings | undefined;
}

const withoutSettings: ServerSettings = {
  list: () => [],
  update: async (changes) => {
    throw new PlatformError("invalid_request", `There is no setting ${[...changes.keys()].join(", ")}.`);
  },
};

/**
 * Creates the HTTP API: every operation of the contract, and the OpenAPI document.
 *
 * @example
 * import { authenticateToken, createApi, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const api = createApi(platform, {
 *   onError: console.error,
 *   authenticate: async (request) =>
 *     await authenticateToken(platform, (request.headers.get("authorization") ?? "").replace(/^Bearer /, "")),
 * });
 * const response = await api.fetch(new Request("https://docs.example.com/v1/openapi.json"));
 * console.log(response.status);
 */
export function createApi(
  platform: Platform,
  { authenticate, onError, settings = withoutSettings, ...options }: ApiOptions,
): Api {
  const { api } = platform.urls;
  const base = new URL(api).pathname;
  // Created on demand: with its schemas it takes 3 MB.
  let document: ReturnType<typeof createOpenApiDocument> | undefined;
  const app = new Hono<ApiEnv>();
  app.use(createHttpTelemetry({ continuesTraces: true }));
  const handlers = createHandlers(platform, settings, options);
  serveOperations(app, base, platform, authenticate, handlers, {
    ...createLiveLogHandlers(platform),
    ...createLiveChangeHandlers(platform),
  });
  app.get(`${base}/openapi.json`, (c) => {
    document ??= createOpenApiDocument({ title: "Plugboard", version: "1", serverUrl: api });
    return c.json(document);
  });
  app.notFound(notFoundResponse);
  app.onError(createErrorHandler(onError));
  return { fetch: async (request, facts = {}) => await app.fetch(request, facts) };
}

/** Creates the handlers of all operations. Access is checked before they run. */
export function createHandlers(
  platform: Platform,
  settings: ServerSettings,
  options: OrganizationOptions,
): OperationHandlers {
  return {
    ...createOrganizationHandlers(platform, options),
    ...createApiKeyHandlers(platform),
    ...createAuditHandlers(platform),
    ...createVisibilityHandlers(platform),
    ...createTenancyHandlers(platform),
    ...createContentHandlers(platform),
    ...createContentEditingHandlers(platform),
    ...createRevisionHandlers(platform),
    ...createPageDraftHandlers(platform),
    ...createDeliveryViewHandlers(platform),
    ...createPageBlockHandlers(platform),
    ...createGitSyncHandlers(platform),
    ...createSiteDataHandlers(platform),
    ...createSitePresentationHandlers(platform),
    ...createIntegrationHandlers(platform),
    ...createPublishingHandlers(platform),
    ...createLogHandlers(platform),
    ...createInstallationHandlers(platform),
    ...createPortalHandlers(platform),
    ...createWebhookEndpointHandlers(platform),
    ...createEndpointPollHandlers(platform),
    ...createIntegrationEndpointHandlers(platform),
    ...createDeliveryHandlers(platform),
    ...createEventHandlers(platform),
    ...createCustomEventHandlers(platform),
    ...createDeliverySearchHandlers(platform),
    ...createChangeHandlers(platform),
    ...createComponentHandlers(platform),
    ...createSiteHandlers(platform),
    ...createTaskHandlers(platform),
    ...createStorageHandlers(platform),
    ...createScheduleHandlers(platform),
    ...createTokenKeyHandlers(platform),
    ...createSettingHandlers(settings),
  };
}
