import type { HttpBindings } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { limits, operations } from "@plugboard/api/contract";
import {
  type Api,
  type Authenticate,
  mayCall,
  type PersonPrincipal,
  type Platform,
  PlatformError,
  withoutTenantScope,
} from "@plugboard/platform";
import { Hono } from "hono";
import { bearerTokenOf } from "../http/bearer-token.ts";
import { createConfirmations } from "./confirmations.ts";
import { createToolServer } from "./tool-server.ts";

const unauthorized = 401;

/** The parts of the server that the endpoint needs. */
export interface AgentEndpointOptions {
  readonly platform: Platform;
  readonly api: Api;
  readonly authenticate: Authenticate;
}

/**
 * Creates the MCP endpoint of each organization: the tools of its installations, called through the API as the caller of
 * the request.
 */
export function createAgentEndpoint({
  platform,
  api,
  authenticate,
}: AgentEndpointOptions): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  const confirmations = createConfirmations(platform);
  routes.use("/mcp/*", async (c, next) => {
    await next();
    if (c.res.status === unauthorized) c.header("www-authenticate", "Bearer");
  });
  routes.all("/mcp/:organizationId", async (c) => {
    const organizationId = c.req.param("organizationId");
    requireOwnOrigin(c.req.header("origin"), platform.urls.console);
    // A session would let pages that a person visits call tools.
    if (bearerTokenOf(c.req.raw.headers) === undefined)
      throw new PlatformError("unauthorized", "Send an API key of the organization as a bearer token.");
    const caller = requireAgentOf(
      organizationId,
      await withoutTenantScope("access", () => authenticate(c.req.raw)),
    );
    const handler = createMcpHandler(
      () => createToolServer({ operations: api.as(caller), organizationId, caller, confirmations }),
      { maxRequestBodySize: limits.jsonBodyBytes, maxSubscriptions: 0 },
    );
    const { status, headers, body } = await handler.fetch(c.req.raw);
    const answer = body === null ? null : await new Response(body).text();
    headers.set("cache-control", "private, no-store");
    return new Response(answer, { status, headers });
  });
  return routes;
}

/** Programs send no origin. @throws PlatformError `forbidden` for pages of other origins */
function requireOwnOrigin(origin: string | undefined, own: string): void {
  if (origin === undefined || origin === own) return;
  throw new PlatformError("forbidden", `This endpoint doesn't serve pages of ${origin}.`);
}

/** @throws PlatformError `forbidden`, or `not_found` for a caller of another organization */
function requireAgentOf(organizationId: string, caller: Awaited<ReturnType<Authenticate>>): PersonPrincipal {
  if (caller.type === "integration" || caller.type === "installation")
    throw new PlatformError("forbidden", "Integrations can't call tools. Send an API key.");
  const decision = mayCall(caller, operations.listTools, organizationId);
  if (decision === "allowed") return caller;
  throw decision === "hidden"
    ? new PlatformError("not_found", `There is no organization ${organizationId}.`)
    : new PlatformError(
        "forbidden",
        "This token can't call tools. An API key needs the scope agent:tools:read, and a person may need a second factor.",
      );
}
