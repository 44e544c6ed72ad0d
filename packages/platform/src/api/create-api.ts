import { createOpenApiDocument } from "@plugboard/api/openapi";
import { Hono } from "hono";
import { PlatformError } from "../common/platform-error.ts";
import { createHttpTelemetry } from "../http/http-telemetry.ts";
import { createErrorHandler, notFoundResponse, type OnError } from "../http/problem-response.ts";
import type { Platform } from "../platform/create-platform.ts";
import { createChangeHandlers, createLiveChangeHandlers } from "./change-handlers.ts";
import { createContentEditingHandlers } from "./content-editing-handlers.ts";
import { createAuditHandlers } from "./audit-handlers.ts";
import { createContentHandlers } from "./content-handlers.ts";
import { createDeliveryHandlers } from "./delivery-handlers.ts";
import { createDeliverySearchHandlers } from "./delivery-search-handlers.ts";
import { createEventHandlers } from "./event-handlers.ts";
import {
  createComponentHandlers,
  createScheduleHandlers,
  createTaskHandlers,
  createTokenKeyHandlers,
} from "./dispatch-handlers.ts";
import { createGitSyncHandlers } from "./git-sync-handlers.ts";
import { createEndpointPollHandlers } from "./endpoint-poll-handlers.ts";
import { createIntegrationEndpointHandlers, createWebhookEndpointHandlers } from "./endpoint-handlers.ts";
import { createInstallationHandlers } from "./installation-handlers.ts";
import { createIntegrationHandlers } from "./integration-handlers.ts";
import { createPageBlockHandlers } from "./page-block-handlers.ts";
import { createLiveLogHandlers, createLogHandlers } from "./log-handlers.ts";
import { createPortalHandlers } from "./portal-handlers.ts";
import { createPublishingHandlers } from "./publishing-handlers.ts";
import {
  createApiKeyHandlers,
  createOrganizationHandlers,
  type OrganizationOptions,
} from "./organization-handlers.ts";
import { createCustomEventHandlers } from "./custom-event-handlers.ts";
import { createDeliveryViewHandlers } from "./delivery-view-handlers.ts";
import { createPageDraftHandlers } from "./page-draft-handlers.ts";
import { createRevisionHandlers } from "./revision-handlers.ts";
import { createSettingHandlers, type ServerSettings } from "./setting-handlers.ts";
import { createSiteDataHandlers } from "./site-data-handlers.ts";
import { createSitePresentationHandlers } from "./site-presentation-handlers.ts";
import { createSiteHandlers } from "./site-handlers.ts";
import { createStorageHandlers } from "./storage-handlers.ts";
import type { OperationHandlers } from "./operation-handler.ts";
import { createTenancyHandlers } from "./tenancy-handlers.ts";
import { createVisibilityHandlers } from "./visibility-handlers.ts";
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
