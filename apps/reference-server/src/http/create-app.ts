import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { createHttpMetrics } from "../metrics/http-metrics.ts";
import { PlatformError } from "../platform/platform-error.ts";
import type { PlatformUrls } from "../platform-urls.ts";
import type { Services } from "../services.ts";
import { createSiteRoutes } from "../site/site-routes.ts";
import type { Network } from "./client-address.ts";
import { createPlatformApp, type PlatformAppOptions } from "./create-platform-app.ts";
import { answerNotFound, createErrorHandler, type OnError } from "./error-responses.ts";
import { createHealthRoutes, type Health } from "./health-routes.ts";
import { createPublicEndpointRoutes } from "./public-endpoint-routes.ts";

/** What every app needs. */
export interface WorkerAppOptions extends Health {
  readonly onError: OnError;
}

/** What the app needs besides the services. */
export interface AppOptions extends PlatformAppOptions, WorkerAppOptions {
  readonly trustedProxies: readonly Network[];
}

/** An app of the server. */
export type App = Hono<{ Bindings: HttpBindings }>;

/** The HTTP side of a server that only works through events and deliveries. */
export function createWorkerApp(options: WorkerAppOptions): App {
  const app: App = new Hono();
  app.route("/", createHealthRoutes(options));
  app.notFound(answerNotFound);
  app.onError(createErrorHandler(options.onError));
  return app;
}

/**
 * The server's whole HTTP side. What third parties write (public endpoints, sites) is served only under the sites'
 * origin, and the API and the console only under the other, so that no page of theirs can reach the console's session.
 */
export function createApp(options: AppOptions): App {
  const { services, trustedProxies, onError } = options;
  const platform = createPlatformApp(options);
  const sites = createSitesApp(services, trustedProxies);
  const app: App = new Hono();
  app.route("/", createHealthRoutes(options));
  app.all("*", (context) => {
    const target = { console: platform, sites }[originOf(services.urls, context)];
    return target.fetch(context.req.raw, context.env);
  });
  for (const part of [app, platform, sites]) part.onError(createErrorHandler(onError));
  return app;
}

function createSitesApp(services: Services, trustedProxies: readonly Network[]): App {
  const app: App = new Hono();
  app.use(createHttpMetrics());
  app.get("/", (context) => context.redirect(services.urls.console, 302));
  app.route("/", createSiteRoutes(services, trustedProxies));
  app.route("/", createPublicEndpointRoutes(services, trustedProxies));
  app.notFound(answerNotFound);
  return app;
}

/** Which of the two origins a request is for. @throws PlatformError `misdirected` */
function originOf(urls: PlatformUrls, context: Context): "console" | "sites" {
  const host = context.req.header("host")?.toLowerCase();
  if (host !== undefined && hostsOf(urls.console).includes(host)) return "console";
  if (host !== undefined && hostsOf(urls.sites).includes(host)) return "sites";
  throw new PlatformError(
    "misdirected",
    `This server answers at ${urls.console} and ${urls.sites}. Set PLUGBOARD_PUBLIC_URL and PLUGBOARD_SITES_URL to change that.`,
  );
}

/** How a request may name an origin: browsers leave out the usual port, some proxies do not. */
function hostsOf(origin: string): readonly string[] {
  const { host, hostname, port, protocol } = new URL(origin);
  return port === "" ? [host, `${hostname}:${protocol === "https:" ? 443 : 80}`] : [host];
}
