import type { HttpBindings } from "@hono/node-server";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { AdminToken } from "../auth/admin-token.ts";
import type { Sessions } from "../auth/session.ts";
import { createHttpMetrics } from "../metrics/http-metrics.ts";
import type { Services } from "../services.ts";
import { createAuthenticate, createSessionRoutes } from "./authentication.ts";
import { createComponentOperations } from "./component-operations.ts";
import { createConnectOperations } from "./connect-operations.ts";
import { createConsoleRoutes } from "./console-routes.ts";
import { createContentOperations } from "./content-operations.ts";
import { createDeliveryOperations } from "./delivery-operations.ts";
import { createEndpointStatisticsOperations } from "./endpoint-statistics-operations.ts";
import { answerNotFound } from "./error-responses.ts";
import { createEventOperations } from "./event-operations.ts";
import { createInstallationOperations } from "./installation-operations.ts";
import { createIntegrationEndpointOperations } from "./integration-endpoint-operations.ts";
import { createIntegrationOperations } from "./integration-operations.ts";
import { createNoticeOperations } from "./notice-operations.ts";
import { createOptionOperations } from "./option-operations.ts";
import { createRecoveryOperations } from "./recovery-operations.ts";
import { type PlatformApp, registerOperations } from "./register-operations.ts";
import { createResourceInstallationOperations } from "./resource-installation-operations.ts";
import { createSecurityHeaders, noStore } from "./security-headers.ts";
import { createTaskOperations } from "./task-operations.ts";
import { createTokenKeyOperations } from "./token-key-operations.ts";
import { createWebhookEndpointOperations } from "./webhook-endpoint-operations.ts";

/** What the platform's own origin is made from. */
export interface PlatformAppOptions {
  readonly services: Services;
  readonly adminToken: AdminToken;
  readonly sessions: Sessions;
  /** Folder of the built console. */
  readonly consoleDir: string;
}

const base = "/v1";

const documentHead = {
  openapi: "3.1.0",
  info: { title: "Plugboard", version: "1", description: "The HTTP API of a Plugboard platform." },
};

const operationGroups = [
  createContentOperations,
  createIntegrationOperations,
  createInstallationOperations,
  createResourceInstallationOperations,
  createOptionOperations,
  createConnectOperations,
  createWebhookEndpointOperations,
  createEventOperations,
  createDeliveryOperations,
  createRecoveryOperations,
  createEndpointStatisticsOperations,
  createIntegrationEndpointOperations,
  createNoticeOperations,
  createTaskOperations,
  createComponentOperations,
  createTokenKeyOperations,
];

/** The platform's own origin: its HTTP API, and the console that calls it. */
export function createPlatformApp({
  services,
  adminToken,
  sessions,
  consoleDir,
}: PlatformAppOptions): PlatformApp {
  const app = new OpenAPIHono<{ Bindings: HttpBindings }>();
  app.use(createHttpMetrics());
  app.use(createSecurityHeaders(services.urls));
  app.use(`${base}/*`, noStore);
  app.use("/session", noStore);
  app.get("/.well-known/jwks.json", async (context) => context.json(await services.tokens.keys()));
  registerOperations(
    app,
    base,
    operationGroups.flatMap((create) => create(services)),
    createAuthenticate(services, adminToken, sessions),
  );
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  app.get(`${base}/openapi.json`, (context) => context.json(app.getOpenAPI31Document(documentHead)));
  app.all(`${base}/*`, answerNotFound);
  app.route("/", createSessionRoutes(services, adminToken, sessions));
  app.route("/", createConsoleRoutes(consoleDir));
  app.notFound(answerNotFound);
  return app;
}
