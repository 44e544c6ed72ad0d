import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { receiveGitPush } from "@plugboard/content";
import {
  boundBodies,
  createErrorHandler,
  createHttpTelemetry,
  installationOfHost,
  createAssetServer,
  createPublicEndpoints,
  notFoundResponse,
  type OnError,
  PlatformError,
  readBody,
  type PlatformUrls,
} from "@plugboard/platform";
import { createSiteErrorHandler, siteNotFound } from "../sites/error-page.ts";
import { createSiteRoutes, type SiteOptions } from "../sites/site-routes.ts";
import { visitorAddress } from "../http/client-address.ts";
import { type App, createConsoleApp, type ConsoleAppOptions } from "../console/create-console-app.ts";
import { createHealthRoutes, type Health } from "../health/health-routes.ts";

// GitHub limits push events, which list their commits, to this size.
const maxPushBytes = 25 * 1024 * 1024;

/** Options for all apps. */
export interface WorkerAppOptions extends Health {
  readonly onError: OnError;
}

/** Options for the app besides the platform. */
export interface AppOptions extends ConsoleAppOptions, WorkerAppOptions, SiteOptions {
  /** The memory limit for the bodies of all requests in flight. */
  readonly maxBodiesBytes: number;
  readonly requestLog: MiddlewareHandler<{ Bindings: HttpBindings }>;
}

/** Creates the HTTP app of a server that only processes events and deliveries. */
export function createWorkerApp(options: WorkerAppOptions): App {
  const app: App = new Hono();
  app.route("/", createHealthRoutes(options));
  app.notFound(notFoundResponse);
  app.onError(createErrorHandler(options.onError));
  return app;
}

/**
 * Creates the server's whole HTTP app. Third-party content (public endpoints, sites) is served only under the
 * sites' origin, the API and the console only under the console's origin, so that third-party pages cannot
 * reach the console's session.
 */
export function createApp(options: AppOptions): App {
  const { platform, onError } = options;
  const consoleApp = createConsoleApp(options);
  const { sites, integrations } = createVisitorApps(options);
  const app: App = new Hono();
  app.route("/", createHealthRoutes(options));
  app.use(options.requestLog);
  app.use(boundBodies({ maxBytes: options.maxBodiesBytes }));
  const appOf = createAppFinder(platform.urls, { console: consoleApp, sites, integrations });
  app.all("*", (c) => appOf(c.req.header("host")).fetch(c.req.raw, c.env));
  for (const part of [app, consoleApp, integrations]) part.onError(createErrorHandler(onError));
  sites.onError(createSiteErrorHandler(onError));
  return app;
}

/** Creates the apps of the sites' origin and of the installations' own hosts. */
function createVisitorApps({
  platform,
  trustedProxies,
  siteDir,
  visitLimits,
  visitorSessions,
  maxBodiesBytes,
  onError,
}: AppOptions): {
  readonly sites: App;
  readonly integrations: App;
} {
  const { urls } = platform;
  // Visitors cannot use up the memory reserved for the API.
  const publicEndpoints = createPublicEndpoints(platform, { onError, maxBodiesBytes: maxBodiesBytes / 2 });
  const respond = (c: Context<{ Bindings: HttpBindings }>, installation?: string): Promise<Response> =>
    publicEndpoints.fetch(c.req.raw, {
      address: visitorAddress(c, trustedProxies),
      headers: pairHeaders(c.env.incoming.rawHeaders),
      installation,
    });
  const integrations: App = new Hono();
  integrations.all("*", (c) => respond(c, installationOfHost(urls, c.req.header("host") ?? "")));
  const sites: App = new Hono();
  sites.all("/integrations/*", (c) => respond(c));
  sites.use(createHttpTelemetry());
  const assets = createAssetServer(platform, { onError });
  sites.get("/assets/*", (c) => assets.fetch(c.req.raw));
  sites.get("/", (c) => c.redirect(urls.console, 302));
  sites.post("/git/:spaceId", async (c) => {
    const body = (await readBody(c.req.raw, maxPushBytes)) ?? new Uint8Array();
    await receiveGitPush(platform, c.req.param("spaceId"), body, c.req.header("x-hub-signature-256") ?? "");
    return c.body(null, 202);
  });
  sites.route(
    "/",
    createSiteRoutes(platform, { trustedProxies, siteDir, visitLimits, visitorSessions, onError }),
  );
  sites.notFound(siteNotFound);
  return { sites, integrations };
}

/** Returns Node.js's flat header list as pairs, with repeated headers separate. */
function pairHeaders(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [name: string, value: string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    pairs.push([(rawHeaders[index] ?? "").toLowerCase(), rawHeaders[index + 1] ?? ""]);
  return pairs;
}

/** Creates a function that returns the app for a request's origin. @throws PlatformError `misdirected` */
function createAppFinder(
  urls: PlatformUrls,
  apps: { readonly console: App; readonly sites: App; readonly integrations: App },
): (host: string | undefined) => App {
  const appsOfHosts = new Map([
    ...hostsOf(urls.public).map((host) => [host, apps.sites] as const),
    ...hostsOf(urls.console).map((host) => [host, apps.console] as const),
  ]);
  return (host = "") => {
    const name = host.toLowerCase();
    const app = appsOfHosts.get(name);
    if (app !== undefined) return app;
    if (installationOfHost(urls, name) !== undefined) return apps.integrations;
    throw new PlatformError(
      "misdirected",
      `This server is at ${urls.console} and ${urls.public}. Set PLUGBOARD_PUBLIC_URL and PLUGBOARD_SITES_URL to change that.`,
    );
  };
}

/** Returns the Host headers of an origin. Some proxies include the default port, which browsers omit. */
function hostsOf(origin: string): readonly string[] {
  const { host, hostname, port, protocol } = new URL(origin);
  return port === "" ? [host, `${hostname}:${protocol === "https:" ? 443 : 80}`] : [host];
}
