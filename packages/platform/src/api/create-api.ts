import { OpenAPIHono } from "@hono/zod-openapi";
import { createErrorHandler, notFoundResponse, type OnError } from "../http/error-responses.ts";
import { createHttpMetrics } from "../http/http-metrics.ts";
import type { Services } from "../platform/services.ts";
import { createComponentOperations } from "./component-operations.ts";
import { createConnectOperations } from "./connect-operations.ts";
import { createContentOperations } from "./content-operations.ts";
import { createDeliveryOperations } from "./delivery-operations.ts";
import { createEndpointStatisticsOperations } from "./endpoint-statistics-operations.ts";
import { createEventOperations } from "./event-operations.ts";
import { createInstallationOperations } from "./installation-operations.ts";
import { createIntegrationOperations } from "./integration-operations.ts";
import { createIntegrationEndpointOperations } from "./integration-endpoint-operations.ts";
import { createNoticeOperations } from "./notice-operations.ts";
import { createOptionOperations } from "./option-operations.ts";
import { createRecoveryOperations } from "./recovery-operations.ts";
import { createResourceInstallationOperations } from "./resource-installation-operations.ts";
import { createTaskOperations } from "./task-operations.ts";
import { createTokenKeyOperations } from "./token-key-operations.ts";
import { createWebhookEndpointOperations } from "./webhook-endpoint-operations.ts";
import { type Authenticate, registerOperations } from "./register-operations.ts";

/** The HTTP API, as a handler of requests below `/v1`. */
export interface Api {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** What the API needs besides the platform. */
export interface ApiOptions {
  readonly authenticate: Authenticate;
  readonly onError: OnError;
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

/** Serves every operation of the platform and the OpenAPI document that describes them. */
export function createApi(services: Services, { authenticate, onError }: ApiOptions): Api {
  const app = new OpenAPIHono();
  app.use(createHttpMetrics());
  registerOperations(
    app,
    base,
    operationGroups.flatMap((create) => create(services)),
    authenticate,
  );
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  app.get(`${base}/openapi.json`, (context) => context.json(app.getOpenAPI31Document(documentHead)));
  app.notFound(notFoundResponse);
  app.onError(createErrorHandler(onError));
  return { fetch: async (request) => await app.fetch(request) };
}
