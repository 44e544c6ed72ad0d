import { createOpenApiDocument } from "@plugboard/api/openapi";
import { Hono } from "hono";
import { createHttpTelemetry } from "../http/http-telemetry.ts";
import { createErrorHandler, notFoundResponse, type OnError } from "../http/problem-response.ts";
import type { Platform } from "../platform/create-platform.ts";
import { composeFeatures, type Feature, type FeatureOptions } from "../operations/feature.ts";
import * as features from "./features.ts";
import { type ApiEnv, type Authenticate, type RequestFacts, serveOperations } from "./serve-operations.ts";

/** The HTTP API as a `fetch` handler for requests below its base URL. */
export interface Api {
  readonly fetch: (request: Request, facts?: RequestFacts) => Promise<Response>;
}

/** Options of `createApi`. */
export interface ApiOptions extends FeatureOptions {
  readonly authenticate: Authenticate;
  readonly onError: OnError;
  /** The product's own API, served besides the platform's. */
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
export function createApi(
  platform: Platform,
  { authenticate, onError, features: own = [], ...options }: ApiOptions,
): Api {
  const { api } = platform.urls;
  const base = new URL(api).pathname;
  // Created on demand: with its schemas it takes 3 MB.
  let document: ReturnType<typeof createOpenApiDocument> | undefined;
  const app = new Hono<ApiEnv>();
  app.use(createHttpTelemetry({ continuesTraces: true }));
  const served = composeFeatures([...Object.values(features), ...own], platform, options);
  serveOperations(app, base, platform, authenticate, served);
  app.get(`${base}/openapi.json`, (c) => {
    document ??= createOpenApiDocument({ title: "Plugboard", version: "1", serverUrl: api });
    return c.json(document);
  });
  app.notFound(notFoundResponse);
  app.onError(createErrorHandler(onError));
  return { fetch: async (request, facts = {}) => await app.fetch(request, facts) };
}
