import type { ApiClientOptions, NoKinds, NoOperations, ProductOperations } from "@plugboard/api/client";
import type { NoFields, ProductFields, ResourceKinds } from "@plugboard/api/contract";
import { createOpenApiDocument } from "@plugboard/api/openapi";
import { createLocalClient, type ServerClient } from "@plugboard/api/server";
import { Hono } from "hono";
import type { Principal } from "../access/principal.ts";
import { listDestinations } from "../endpoints/list-destinations.ts";
import { createHttpTelemetry } from "../http/http-telemetry.ts";
import { createErrorHandler, notFoundResponse, type OnError } from "../http/problem-response.ts";
import type { Platform } from "../operations/platform.ts";
import { composeFeatures, type Feature, type FeatureOptions } from "../operations/feature.ts";
import * as features from "./features.ts";
import { createLocalCall } from "./local-call.ts";
import { type ApiEnv, type Authenticate, type RequestFacts, serveOperations } from "./serve-operations.ts";

/** The API of a platform, for requests and for code in the same process. */
export interface Api<
  Operations extends ProductOperations = NoOperations,
  Kinds extends ResourceKinds = NoKinds,
  Fields extends ProductFields = NoFields,
> {
  /** Handles requests below the API's base URL. */
  readonly fetch: (request: Request, facts?: RequestFacts) => Promise<Response>;
  /**
   * Returns a method for each operation, called in this process as a caller that you have authenticated. Access,
   * validation, quotas and the audit log apply as to a request.
   *
   * @param facts - the client's address, if the caller is behind a network
   *
   * @example
   * import type { Api } from "@plugboard/platform";
   *
   * async function printOrganizations(api: Api): Promise<void> {
   *   const operations = api.as({ type: "admin" });
   *   for (const { title } of (await operations.listOrganizations()).items) console.log(title);
   * }
   */
  readonly as: (caller: Principal, facts?: RequestFacts) => ServerClient<Operations, Kinds, Fields>;
}

/** Options of `createApi`. */
export interface ApiOptions<
  Operations extends ProductOperations = NoOperations,
  Kinds extends ResourceKinds = NoKinds,
  Fields extends ProductFields = NoFields,
> extends FeatureOptions {
  /** Authenticates the callers of `fetch`. */
  readonly authenticate: Authenticate;
  readonly onError: OnError;
  /** The product's contract, whose operations `as` then has methods for. Defaults to none. */
  readonly contract?: ApiClientOptions<Operations, Kinds, Fields>["contract"];
  /** The product's own API, served alongside the platform's. */
  readonly features?: readonly Feature[] | undefined;
}

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
export function createApi<
  Operations extends ProductOperations = NoOperations,
  Kinds extends ResourceKinds = NoKinds,
  Fields extends ProductFields = NoFields,
>(
  platform: Platform,
  { authenticate, onError, contract, features: own = [], ...options }: ApiOptions<Operations, Kinds, Fields>,
): Api<Operations, Kinds, Fields> {
  const { api } = platform.urls;
  const base = new URL(api).pathname;
  // Created on demand, because the document and its schemas take 3 MB.
  let document: ReturnType<typeof createOpenApiDocument> | undefined;
  const app = new Hono<ApiEnv>();
  app.use(createHttpTelemetry({ continuesTraces: true }));
  const productFeatures = [...(platform.product?.features ?? []), ...own];
  const served = composeFeatures([...Object.values(features), ...productFeatures], platform, options);
  const local = serveOperations(app, base, platform, authenticate, served);
  app.get(`${base}/openapi.json`, (c) => {
    document ??= createOpenApiDocument({
      title: "Plugboard",
      version: "1",
      serverUrl: api,
      operations: served.map(({ operation }) => operation),
      events: platform.product?.contract.events,
      destinations: listDestinations(platform.webhooks.destinations),
    });
    return c.json(document);
  });
  app.notFound(notFoundResponse);
  app.onError(createErrorHandler(onError));
  return {
    fetch: async (request, facts = {}) => await app.fetch(request, facts),
    as: (caller, facts) => createLocalClient(createLocalCall(local, { caller, onError, ...facts }), contract),
  };
}
