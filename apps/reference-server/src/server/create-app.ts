import type { HttpBindings } from "@hono/node-server";
import { type Context, type Handler, Hono, type MiddlewareHandler } from "hono";
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
import { createSiteErrorHandlers, createUnknownHostHandler } from "../sites/error-page.ts";
import { createSiteFinder, type FindSiteOfHost } from "../sites/find-site-of-host.ts";
import { createSiteApp, type SiteApp, type SiteBindings } from "../sites/site-address.ts";
import { createSiteRoutes, type SiteOptions } from "../sites/site-routes.ts";
import { isProxyItself, type Network, visitorAddress } from "../http/client-address.ts";
import { hostsOf } from "../http/hosts-of.ts";
import { type App, createConsoleApp, type ConsoleAppOptions } from "../console/create-console-app.ts";
import { createHealthRoutes, type Health, probePaths } from "../health/health-routes.ts";

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
 * sites' origin and the sites' own domains, the API and the console only under the console's origin, so that
 * third-party pages cannot reach the console's session.
 */
export function createApp(options: AppOptions): App {
  const { platform, onError } = options;
  const consoleApp = createConsoleApp(options);
  const { sites, integrations } = createVisitorApps(options);
  const appOf = createAppFinder(platform.urls, { console: consoleApp, sites, integrations });
  const findSite = createSiteFinder(platform, (host) => appOf(host) !== undefined);
  const limited: SiteApp = new Hono();
  limited.use(options.requestLog);
  limited.use(boundBodies({ maxBytes: options.maxBodiesBytes }));
  limited.all("*", (c) => {
    if (c.env.siteOfHost !== undefined) return sites.fetch(c.req.raw, c.env);
    const appOfHost = appOf(c.req.header("host"));
    if (appOfHost !== undefined) return appOfHost.fetch(c.req.raw, c.env);
    throw new PlatformError(
      "misdirected",
      `This server is at ${platform.urls.console} and ${platform.urls.public}. Set PLUGBOARD_PUBLIC_URL and PLUGBOARD_SITES_URL to change that.`,
    );
  });
  const app: App = new Hono();
  // First, because a site can have pages with the paths of other routes.
  app.use(async (c, next) => {
    const siteOfHost = await findSite(c.req.header("host") ?? "").catch((error: unknown) => {
      // Probes can use any host, and must not depend on the database.
      if (probePaths.has(c.req.path)) return undefined;
      throw error;
    });
    if (siteOfHost === undefined) return await next();
    const env: SiteBindings = { ...c.env, siteOfHost };
    return await limited.fetch(c.req.raw, env);
  });
  app.route("/", createHealthRoutes(options));
  app.get("/tls-ask", createTlsAsk(platform.urls, findSite, options.trustedProxies));
  app.all("*", (c) => limited.fetch(c.req.raw, c.env));
  for (const part of [app, consoleApp, integrations]) part.onError(createErrorHandler(onError));
  limited.onError(createUnknownHostHandler(onError));
  return app;
}

/**
 * Tells a proxy for which domains it can get certificates, as Caddy's `on_demand_tls` asks. Only requests of the proxy
 * itself are answered, not those it forwards.
 */
function createTlsAsk(
  urls: PlatformUrls,
  findSite: FindSiteOfHost,
  trustedProxies: readonly Network[],
): Handler<{ Bindings: HttpBindings }> {
  return async (c) => {
    if (!isProxyItself(c, trustedProxies))
      throw new PlatformError(
        "forbidden",
        "Send this request from this machine, or from a proxy in PLUGBOARD_TRUSTED_PROXIES.",
      );
    const { port } = new URL(urls.public);
    const site = await findSite(`${c.req.query("domain") ?? ""}${port === "" ? "" : `:${port}`}`);
    return site === undefined ? c.text("This is not the domain of a site.", 404) : c.text("ok");
  };
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
  readonly sites: SiteApp;
  readonly integrations: App;
} {
  const { urls } = platform;
  // Visitors cannot use up the memory reserved for the API.
  const publicEndpoints = createPublicEndpoints(platform, { onError, maxBodiesBytes: maxBodiesBytes / 2 });
  const respond = (
    c: Pick<Context<{ Bindings: HttpBindings }>, "env" | "req">,
    installation?: string,
  ): Promise<Response> =>
    publicEndpoints.fetch(c.req.raw, {
      address: visitorAddress(c, trustedProxies),
      headers: pairHeaders(c.env.incoming.rawHeaders),
      installation,
    });
  const integrations: App = new Hono();
  integrations.all("*", (c) => respond(c, installationOfHost(urls, c.req.header("host") ?? "")));
  const sites = createSiteApp();
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
  const errors = createSiteErrorHandlers(onError, siteDir);
  sites.onError(errors.onError);
  sites.notFound(errors.notFound);
  return { sites, integrations };
}

/** Returns Node.js's flat header list as pairs, with repeated headers separate. */
function pairHeaders(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [name: string, value: string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    pairs.push([(rawHeaders[index] ?? "").toLowerCase(), rawHeaders[index + 1] ?? ""]);
  return pairs;
}

/** Creates a function that returns the app for one of the server's own hosts. */
function createAppFinder(
  urls: PlatformUrls,
  apps: { readonly console: App; readonly sites: SiteApp; readonly integrations: App },
): (host: string | undefined) => App | SiteApp | undefined {
  const appsOfHosts = new Map<string, App | SiteApp>([
    ...hostsOf(urls.public).map((host) => [host, apps.sites] as const),
    ...hostsOf(urls.console).map((host) => [host, apps.console] as const),
  ]);
  return (host = "") => {
    const name = host.toLowerCase();
    const app = appsOfHosts.get(name);
    if (app !== undefined) return app;
    return installationOfHost(urls, name) === undefined ? undefined : apps.integrations;
  };
}
