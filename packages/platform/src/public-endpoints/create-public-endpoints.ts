import { type Context, Hono } from "hono";
import type { DispatchSubject } from "../dispatch/dispatch-target.ts";
import { dispatchFetch } from "../dispatch/dispatch-fetch.ts";
import { endpointAccess } from "../integrations/endpoint-access.ts";
import {
  findResourceInstallation,
  getInstallation,
  type InstallationRecord,
  listInstallations,
  requireNotPaused,
} from "../installations/installations.ts";
import { getInstalled, getIntegration } from "../integrations/integrations.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import { publicEndpointOf, readResourcePath } from "../common/platform-urls.ts";
import { inOrganizations, withoutTenantScope } from "../database/organization-scope.ts";
import type { Platform } from "../operations/platform.ts";
import { createErrorHandler, notFoundResponse, type OnError } from "../http/problem-response.ts";
import { createHttpTelemetry } from "../http/http-telemetry.ts";
import { kindsOf } from "../resources/kinds-of.ts";
import type { ProductRef } from "../resources/product-ref.ts";
import { toIntegrationHeaders, toPublicHeaders } from "./public-headers.ts";
import { connectPage, isFromConsole, readGrant, exchangeTicket } from "./connect-callback.ts";
import { boundBodies } from "../http/body-budget.ts";
import { readBody } from "../http/read-body.ts";

/** Details of a request's connection, from the server that accepted it. */
export interface PublicConnection {
  /** The client's network address, if known. */
  readonly address?: string | undefined;
  /** The headers as received, with repeated ones separate. Defaults to those of the request. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** The installation whose own host received the request, from `installationOfHost`. */
  readonly installation?: string | undefined;
}

/** Serves the public endpoints of all installations. */
export interface PublicEndpoints {
  /**
   * Forwards a request below `/integrations/{installationId}`, or to an installation's own host, to its
   * integration.
   */
  readonly fetch: (request: Request, connection?: PublicConnection) => Promise<Response>;
}

/** Options of `createPublicEndpoints`. */
export interface PublicEndpointsOptions {
  readonly onError: OnError;
  /** The memory limit for all request bodies together. Defaults to 64 MiB. */
  readonly maxBodiesBytes?: number | undefined;
}

type PublicContext = Context<{ Bindings: PublicConnection }>;

/** The prefix of installation ids. Integration names contain no underscore. */
const installationPrefix = "ins_";
const maxBodyBytes = 10 * 1024 * 1024;
const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Forwards requests below an installation's public endpoint to its integration. Callbacks of its settings
 * require a ticket from the settings page, and option lists are available only through the HTTP API.
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
  app.use(createHttpTelemetry());
  app.use(boundBodies({ maxBytes: maxBodiesBytes }));
  app.use(async (context, next) => {
    const { installation } = context.env;
    return installation === undefined ? await next() : await respond(platform, context, installation);
  });
  for (const path of ["/integrations/:owner", "/integrations/:owner/*"] as const)
    app.all(path, async (context) => {
      const owner = context.req.param("owner");
      return owner.startsWith(installationPrefix)
        ? await respond(platform, context, owner)
        : await respondForIntegration(platform, context, owner);
    });
  app.notFound(notFoundResponse);
  app.onError(createErrorHandler(onError));
  return { fetch: async (request, connection = {}) => await app.fetch(request, connection) };
}

async function respond(
  platform: Platform,
  context: PublicContext,
  installationId: string,
): Promise<Response> {
  const installation = await withoutTenantScope("publicEndpoints", () =>
    getInstallation(platform, installationId),
  );
  requireNotPaused(installation);
  return await inOrganizations([installation.organizationId], () =>
    respondForInstallation(platform, context, installation),
  );
}

async function respondForInstallation(
  platform: Platform,
  context: PublicContext,
  installation: InstallationRecord,
): Promise<Response> {
  const installationId = installation.id;
  const integration = await getInstalled(platform, installation);
  const { path, resource } = readResourcePath(pathBelow(context), kindsOf(platform));
  if (resource !== undefined) await requireInstalled(platform, installationId, resource);
  const access = endpointAccess(integration.manifest, path);
  if (access === "completion") return await notFoundResponse(context);
  if (access === "callback" && isFromConsole(platform, context))
    return await exchangeTicket(platform, context, { installationId, path });
  const grant = await readGrant(platform, context, installationId);
  if (access === "callback" && grant === undefined) return connectPage("missing");
  const located = resource ?? grant?.resource;
  const resources = located === undefined ? [] : [located];
  return await forward(platform, context, { installation, integration, resources });
}

/** The endpoint of a resource exists as long as the integration is installed in it. */
async function requireInstalled(
  platform: Platform,
  installationId: string,
  { kind, id }: ProductRef,
): Promise<void> {
  const installed = await findResourceInstallation(platform, installationId, kind, id);
  orNotFound(installed, `installation ${installationId} in ${kind} ${id}`);
}

/**
 * Responds at the integration's own endpoint. If a provider's redirect names an installation in its state, it
 * is forwarded to that installation's endpoint, where the browser has the sign-in cookie; all other requests
 * go to the integration.
 */
async function respondForIntegration(
  platform: Platform,
  context: PublicContext,
  name: string,
): Promise<Response> {
  const integration = await getIntegration(platform, name);
  const path = pathBelow(context);
  const access = endpointAccess(integration.manifest, path);
  if (access === "completion") return await notFoundResponse(context);
  const [installationId = ""] = (context.req.query("state") ?? "").split(".");
  if (context.req.method === "GET" && installationId.startsWith(installationPrefix)) {
    const installations = await withoutTenantScope("publicEndpoints", () =>
      listInstallations(platform, { integration: name, id: installationId }),
    );
    if (installations.length > 0) {
      const { search } = new URL(context.req.url);
      return context.redirect(`${publicEndpointOf(platform.urls, installationId)}${path}${search}`, 303);
    }
  }
  // The integration accesses the API with its own token.
  return await inOrganizations([], () => forward(platform, context, { integration }));
}

/** Returns the unmodified path below the installation's public endpoint. */
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
  const { address, headers = [...context.req.raw.headers] } = context.env;
  const owner = subject.installation?.id ?? subject.integration.name;
  const { pathname, search } = new URL(context.req.url);
  // Behind a proxy, the request's URL differs from the one that the caller used, so the configured origin
  // replaces it.
  const publicPath = context.env.installation === undefined ? `/integrations/${owner}` : "";
  const origin = publicPath === "" ? publicEndpointOf(platform.urls, owner) : platform.urls.public;
  const url = `${origin}${pathname}${search}`;
  const response = await dispatchFetch(platform, subject, {
    method: context.req.method,
    url,
    headers: toIntegrationHeaders(headers, { owner, publicPath, address, url }),
    body: await readBody(context.req.raw, maxBodyBytes),
  }).catch(hideHostingUrl);
  const { status, body } = response;
  if (status < 200 || status > 599) {
    throw new PlatformError("integration_failed", `The integration responded with status ${status}.`);
  }
  return new Response(statusesWithoutBody.has(status) ? null : new Uint8Array(body), {
    status,
    headers: toPublicHeaders(response.headers, owner, publicPath),
  });
}

// Callers are anonymous. Only the operator, who reads the log, may learn where an integration is hosted.
function hideHostingUrl(cause: unknown): never {
  if (!(cause instanceof PlatformError && cause.code === "integration_unreachable")) throw cause;
  throw new PlatformError("integration_unreachable", "The integration does not respond.", [], { cause });
}
