import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { AdminToken } from "../auth/admin-token.ts";
import type { Sessions } from "../auth/session.ts";
import {
  createApi,
  createHttpMetrics,
  notFoundResponse,
  type OnError,
  type Services,
} from "@plugboard/platform";
import { createAuthenticate, createSessionRoutes } from "./authentication.ts";
import { createConsoleRoutes } from "./console-routes.ts";
import { createSecurityHeaders, noStore } from "./security-headers.ts";

/** An app of the server. */
export type App = Hono<{ Bindings: HttpBindings }>;

/** What the platform's own origin is made from. */
export interface PlatformAppOptions {
  readonly services: Services;
  readonly adminToken: AdminToken;
  readonly sessions: Sessions;
  /** Folder of the built console. */
  readonly consoleDir: string;
  readonly onError: OnError;
}

/** The platform's own origin: its HTTP API, and the console that calls it. */
export function createPlatformApp({
  services,
  adminToken,
  sessions,
  consoleDir,
  onError,
}: PlatformAppOptions): App {
  const app: App = new Hono();
  const api = createApi(services, {
    authenticate: createAuthenticate(services, adminToken, sessions),
    onError,
  });
  app.use(createSecurityHeaders(services.urls));
  app.use("/v1/*", noStore);
  app.route("/", createSessionRoutes(services, adminToken, sessions));
  app.all("/v1/*", (context) => api.fetch(context.req.raw));
  app.use(createHttpMetrics());
  app.get("/.well-known/jwks.json", async (context) => context.json(await services.tokens.keys()));
  app.route("/", createConsoleRoutes(consoleDir));
  app.notFound(notFoundResponse);
  return app;
}
