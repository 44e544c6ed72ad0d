import { readFileSync } from "node:fs";
import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { OpenAPIHono } from "@hono/zod-openapi";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { AdminToken } from "../auth/admin-token.ts";
import type { Sessions } from "../auth/session.ts";
import type { Services } from "../services.ts";
import { createSiteRoutes } from "../site/site-routes.ts";
import { toErrorAnswer } from "./api-error.ts";
import { createAuthenticate, createSessionRoutes } from "./authentication.ts";
import { createComponentOperations } from "./component-operations.ts";
import { createContentOperations } from "./content-operations.ts";
import { createDeliveryOperations } from "./delivery-operations.ts";
import { createInstallationOperations } from "./installation-operations.ts";
import { createIntegrationOperations } from "./integration-operations.ts";
import { createPublicEndpointRoutes } from "./public-endpoint-routes.ts";
import { registerOperations } from "./register-operations.ts";
import { createResourceInstallationOperations } from "./resource-installation-operations.ts";
import { createTaskOperations } from "./task-operations.ts";
import { createWebhookEndpointOperations } from "./webhook-endpoint-operations.ts";

/** What the app needs besides the services. */
export interface AppOptions {
  readonly services: Services;
  readonly adminToken: AdminToken;
  readonly sessions: Sessions;
  /** Folder of the built console. */
  readonly consoleDir: string;
  /** Told of every error that is not the caller's. */
  readonly onError: (error: unknown, request: { readonly method: string; readonly path: string }) => void;
  /** Whether the database answers. */
  readonly isReady: () => Promise<boolean>;
}

type App = Hono<{ Bindings: HttpBindings }>;

const base = "/v1";

/**
 * The server's whole HTTP side. What third parties write (public endpoints, sites) is served only under the sites'
 * origin, and the API and the console only under the other, so that no page of theirs can reach the console's session.
 */
export function createApp(options: AppOptions): App {
  const { services, onError } = options;
  const sitesHost = new URL(services.urls.sites).host;
  const platform = createPlatformApp(options);
  const sites = createSitesApp(services);
  const app: App = new Hono();
  app.onError((error, context) => answerError(error, context, onError));
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    const ready = await options.isReady();
    return context.json({ status: ready ? "ready" : "unavailable" }, ready ? 200 : 503);
  });
  app.all("*", (context) => {
    const target = context.req.header("host") === sitesHost ? sites : platform;
    return target.fetch(context.req.raw, context.env);
  });
  for (const part of [sites, platform])
    part.onError((error, context) => answerError(error, context, onError));
  return app;
}

function createSitesApp(services: Services): App {
  const app: App = new Hono();
  app.get("/", (context) => context.redirect(services.urls.console, 302));
  app.route("/", createSiteRoutes(services.context));
  app.route("/", createPublicEndpointRoutes(services));
  app.notFound(answerNotFound);
  return app;
}

function createPlatformApp({ services, adminToken, sessions, consoleDir }: AppOptions): App {
  const app = new OpenAPIHono<{ Bindings: HttpBindings }>();
  app.use(securityHeaders);
  app.get("/.well-known/jwks.json", (context) => context.json(services.tokens.keys()));
  const operations = [
    createContentOperations,
    createIntegrationOperations,
    createInstallationOperations,
    createResourceInstallationOperations,
    createWebhookEndpointOperations,
    createDeliveryOperations,
    createTaskOperations,
    createComponentOperations,
  ].flatMap((create) => create(services));
  registerOperations(app, base, operations, createAuthenticate(services, adminToken, sessions));
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  app.doc31(`${base}/openapi.json`, {
    openapi: "3.1.0",
    info: { title: "Plugboard", version: "1", description: "The HTTP API of a Plugboard platform." },
  });
  app.all(`${base}/*`, answerNotFound);
  app.route(
    "/",
    createSessionRoutes(adminToken, sessions, new URL(services.urls.console).protocol === "https:"),
  );
  serveConsole(app, consoleDir);
  return app;
}

// The console is one page: every path that is no file of its own shows it.
function serveConsole(app: App, consoleDir: string): void {
  app.use("/assets/*", serveStatic({ root: consoleDir }));
  app.get("*", (context) => context.html(readFileSync(`${consoleDir}/index.html`, "utf8")));
}

const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src http: https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.header("content-security-policy", consolePolicy);
  context.header("x-content-type-options", "nosniff");
  context.header("referrer-policy", "no-referrer");
};

function answerNotFound(context: Context): Response {
  const message = `There is nothing at ${context.req.method} ${context.req.path}.`;
  return context.json({ error: { code: "not_found", message } }, 404);
}

function answerError(error: unknown, context: Context, onError: AppOptions["onError"]): Response {
  const { status, body } = toErrorAnswer(error);
  if (status >= 500) onError(error, { method: context.req.method, path: context.req.path });
  return context.json(body, status);
}
