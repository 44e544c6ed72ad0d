import { type Context, Hono } from "hono";
import type { DispatchSubject } from "../dispatch/dispatch-target.ts";
import { dispatchFetch } from "../dispatch/dispatch-fetch.ts";
import { endpointAccess } from "../integrations/endpoint-access.ts";
import { getInstallation, requireNotPaused } from "../installations/installations.ts";
import { getIntegration } from "../integrations/integrations.ts";
import { PlatformError } from "../common/platform-error.ts";
import { publicEndpointOf } from "../common/platform-urls.ts";
import type { Platform } from "../platform/create-platform.ts";
import { createErrorHandler, notFoundResponse, type OnError } from "../http/problem-response.ts";
import { createHttpMetrics } from "../http/http-metrics.ts";
import { toIntegrationHeaders, toPublicHeaders } from "./public-headers.ts";
import { connectPage, isFromConsole, readGrant, tradeTicket } from "./connect-callback.ts";
import { boundBodies } from "../http/body-budget.ts";
import { readBody } from "../http/read-body.ts";

/** What the server in front knows of a request's connection. */
export interface PublicConnection {
  /** The visitor's address, where it is known. */
  readonly visitor?: string | undefined;
  /** The headers as they were received, repeated ones each by itself; those of the request when absent. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** The installation whose own host the request was made to, as `installationOfHost` reads it. */
  readonly installation?: string | undefined;
}

/** Serves the public endpoints of all installations. */
export interface PublicEndpoints {
  /** Hands a request below `/integrations/{installationId}`, or to an installation's own host, to its integration. */
  readonly fetch: (request: Request, connection?: PublicConnection) => Promise<Response>;
}

/** What public endpoints need besides the platform. */
export interface PublicEndpointsOptions {
  readonly onError: OnError;
  /** Bytes that the bodies of all requests may take in memory together. Default: 64 MiB. */
  readonly maxBodiesBytes?: number | undefined;
}

type PublicContext = Context<{ Bindings: PublicConnection }>;

const maxBodyBytes = 10 * 1024 * 1024;
const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Hands the requests below an installation's public endpoint to its integration: those of anybody, but the callbacks of its
 * settings only for whoever was sent by the settings page, and the lists of options only through the HTTP API.
 *
 * @example
 * import { createPublicEndpoints, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const publicEndpoints = createPublicEndpoints(platform, { onError: console.error });
 * const request = new Request("https://sites.example.net/integrations/ins_1/");
 * console.log((await publicEndpoints.fetch(request)).status);
 */
export function createPublicEndpoints(
  platform: Platform,
  { onError, maxBodiesBytes = 64 * 1024 * 1024 }: PublicEndpointsOptions,
): PublicEndpoints {
  const app = new Hono<{ Bindings: PublicConnection }>();
  app.use(createHttpMetrics());
  app.use(boundBodies({ maxBytes: maxBodiesBytes }));
  app.use(async (context, next) => {
    const { installation } = context.env;
    return installation === undefined ? await next() : await respond(platform, context, installation);
  });
  for (const path of ["/integrations/:installation", "/integrations/:installation/*"] as const)
    app.all(path, async (context) => await respond(platform, context, context.req.param("installation")));
  app.notFound(notFoundResponse);
  app.onError(createErrorHandler(onError));
  return { fetch: async (request, connection = {}) => await app.fetch(request, connection) };
}

async function respond(
  platform: Platform,
  context: PublicContext,
  installationId: string,
): Promise<Response> {
  const installation = await getInstallation(platform, installationId);
  requireNotPaused(installation);
  const integration = await getIntegration(platform, installation.integration);
  const path = pathBelow(context);
  const access = endpointAccess(integration.manifest, path);
  if (access === "completion") return await notFoundResponse(context);
  if (access === "callback" && isFromConsole(platform, context))
    return await tradeTicket(platform, context, { installationId, path });
  const grant = await readGrant(platform, context, installationId);
  if (access === "callback" && grant === undefined) return connectPage("missing");
  return await forward(platform, context, {
    installation,
    integration,
    spaceId: grant?.spaceId,
    siteId: grant?.siteId,
  });
}

/** The path below the installation's public endpoint, as it was written. */
function pathBelow(context: PublicContext): string {
  if (context.env.installation !== undefined) return new URL(context.req.url).pathname;
  const [, , , ...rest] = new URL(context.req.url).pathname.split("/");
  return `/${rest.join("/")}`;
}

async function forward(
  platform: Platform,
  context: PublicContext,
  subject: DispatchSubject,
): Promise<Response> {
  const { visitor, headers = [...context.req.raw.headers] } = context.env;
  const installationId = subject.installation.id;
  const { pathname, search } = new URL(context.req.url);
  // The address behind a proxy is not the one the caller used; the configured origin is.
  const publicPath = context.env.installation === undefined ? `/integrations/${installationId}` : "";
  const origin = publicPath === "" ? publicEndpointOf(platform.urls, installationId) : platform.urls.sites;
  const url = `${origin}${pathname}${search}`;
  const response = await dispatchFetch(platform, subject, {
    method: context.req.method,
    url,
    headers: toIntegrationHeaders(headers, { installationId, publicPath, visitor, url }),
    body: await readBody(context.req.raw, maxBodyBytes),
  }).catch(hideWhere);
  const { status, body } = response;
  if (status < 200 || status > 599) {
    throw new PlatformError("integration_failed", `The integration responded with status ${status}.`);
  }
  return new Response(statusesWithoutBody.has(status) ? null : new Uint8Array(body), {
    status,
    headers: toPublicHeaders(response.headers, installationId, publicPath),
  });
}

// Anybody may ask here, and where an integration is hosted is nobody's business but the operator's, who reads the log.
function hideWhere(cause: unknown): never {
  if (!(cause instanceof PlatformError && cause.code === "integration_unreachable")) throw cause;
  throw new PlatformError("integration_unreachable", "The integration does not respond.", [], { cause });
}
