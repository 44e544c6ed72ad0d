import { type Context, Hono } from "hono";
import {
  createErrorHandler,
  createHttpMetrics,
  createPublicEndpoints,
  notFoundResponse,
  type OnError,
  PlatformError,
  type PlatformUrls,
} from "@plugboard/platform";
import { createSiteRoutes } from "../site/site-routes.ts";
import type { Network } from "./client-address.ts";
import { visitorAddress } from "./visitor-address.ts";
import { type App, createPlatformApp, type PlatformAppOptions } from "./create-platform-app.ts";
import { createHealthRoutes, type Health } from "./health-routes.ts";

/** What every app needs. */
export interface WorkerAppOptions extends Health {
  readonly onError: OnError;
}

/** What the app needs besides the services. */
export interface AppOptions extends PlatformAppOptions, WorkerAppOptions {
  readonly trustedProxies: readonly Network[];
}

/** The HTTP side of a server that only works through events and deliveries. */
export function createWorkerApp(options: WorkerAppOptions): App {
  const app: App = new Hono();
  app.route("/", createHealthRoutes(options));
  app.notFound(notFoundResponse);
  app.onError(createErrorHandler(options.onError));
  return app;
}

/**
 * The server's whole HTTP side. What third parties write (public endpoints, sites) is served only under the sites'
 * origin, and the API and the console only under the other, so that no page of theirs can reach the console's session.
 */
export function createApp(options: AppOptions): App {
  const { services, onError } = options;
  const platform = createPlatformApp(options);
  const sites = createSitesApp(options);
  const app: App = new Hono();
  app.route("/", createHealthRoutes(options));
  app.all("*", (context) => {
    const target = { console: platform, sites }[originOf(services.urls, context)];
    return target.fetch(context.req.raw, context.env);
  });
  for (const part of [app, platform, sites]) part.onError(createErrorHandler(onError));
  return app;
}

function createSitesApp({ services, trustedProxies, onError }: AppOptions): App {
  const app: App = new Hono();
  const publicEndpoints = createPublicEndpoints(services, { onError });
  app.all("/integrations/*", (context) =>
    publicEndpoints.fetch(context.req.raw, {
      visitor: visitorAddress(context, trustedProxies),
      headers: pairHeaders(context.env.incoming.rawHeaders),
    }),
  );
  app.use(createHttpMetrics());
  app.get("/", (context) => context.redirect(services.urls.console, 302));
  app.route("/", createSiteRoutes(services, trustedProxies));
  app.notFound(notFoundResponse);
  return app;
}

/** Node's flat list of names and values as pairs, each repeated header by itself. */
function pairHeaders(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [name: string, value: string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    pairs.push([(rawHeaders[index] ?? "").toLowerCase(), rawHeaders[index + 1] ?? ""]);
  return pairs;
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
