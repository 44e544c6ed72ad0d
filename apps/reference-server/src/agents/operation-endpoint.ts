import type { HttpBindings } from "@hono/node-server";
import { operatorScopes } from "@plugboard/api";
import { type AnyOperation, limits } from "@plugboard/api/contract";
import {
  audit,
  inOrganizations,
  mayCall,
  type PersonPrincipal,
  PlatformError,
  type Principal,
  withoutTenantScope,
} from "@plugboard/platform";
import { type Context, Hono } from "hono";
import { answerMcpMessage } from "../http/answer-mcp-message.ts";
import { bearerTokenOf } from "../http/bearer-token.ts";
import { visitorAddress } from "../http/client-address.ts";
import { type AgentEndpointOptions, challengeOf, identify, lacksScope } from "./agent-endpoint.ts";
import { agentMetadataUrlOf } from "./agent-metadata-routes.ts";
import { listOperationTools, type OperationTool } from "./operation-tools.ts";

const unauthorized = 401;
const [reading, writing] = operatorScopes;
/** Requested when an agent connects. Agents request other scopes when a call needs them. */
const firstScopes: readonly string[] = [reading, writing];

type Bindings = { Bindings: HttpBindings };

/**
 * Creates the MCP endpoints for operating deliveries: `/mcp/{organizationId}/operations` for members, their
 * agents and API keys, and `/mcp/portal` for portal sessions. The tools are the API operations that the contract
 * offers to agents.
 */
export function createOperationEndpoint(options: AgentEndpointOptions): Hono<Bindings> {
  const { platform, api, authenticate, trustedProxies } = options;
  const routes = new Hono<Bindings>();
  // Created on demand, because schemas take memory.
  let created: readonly OperationTool[] | undefined;
  const tools = (): readonly OperationTool[] => (created ??= listOperationTools());
  /** The scopes that requests of agents lack, and that the person can still grant. */
  const lackingScopes = new WeakMap<Request, string>();

  const answer = async (
    c: Context<Bindings>,
    organizationId: string,
    caller: PersonPrincipal,
  ): Promise<Response> => {
    const request = c.req.raw;
    const address = visitorAddress(c, trustedProxies);
    const refuseScope = (scope: string): never => {
      lackingScopes.set(request, scope);
      throw new PlatformError("forbidden", `This token lacks the scope ${scope}. Connect the agent again.`);
    };
    const decisions = tools().map(({ operation }) => mayCall(caller, operation, organizationId));
    if (decisions.every((decision) => decision === "hidden"))
      throw new PlatformError("not_found", `There is no organization ${organizationId}.`);
    if (!decisions.includes("allowed")) {
      if (lacksScope(caller, reading)) return refuseScope(reading);
      throw new PlatformError(
        "forbidden",
        `This token can't operate deliveries. It needs the role operator or the scope ${reading}, and a person may need a second factor.`,
      );
    }
    let neededScope: string | undefined;
    const response = await answerMcpMessage(request, {
      origin: platform.urls.console,
      allowsLocalPages: true,
      maxMessageBytes: limits.jsonBodyBytes,
      createServer: async () => {
        const { createOperationServer } = await import("./operation-server.ts");
        const { createConfirmations } = await import("./confirmations.ts");
        return createOperationServer({
          tools: tools(),
          operations: api.as(caller, { address }),
          organizationId,
          caller,
          confirmations: createConfirmations(platform),
          rateLimiter: platform.rateLimiter,
          recordReading: async ({ id: operation }, resource) => {
            const change = { caller, address, operation, resource, organizationId };
            await inOrganizations([organizationId], () =>
              audit(platform, { ...change, request: undefined, before: undefined }, async () => {}),
            );
          },
          onRefused: ({ keyScope }: AnyOperation) => {
            if (keyScope !== undefined && lacksScope(caller, keyScope)) neededScope = keyScope;
          },
        });
      },
    });
    return neededScope === undefined ? response : refuseScope(neededScope);
  };

  routes.all("/mcp/portal", async (c) => {
    const caller = await withoutTenantScope("access", () => authenticate(c.req.raw));
    if (caller.type !== "portal")
      throw new PlatformError("unauthorized", "Send the token of a portal session as a bearer token.");
    return await answer(c, caller.organization, caller);
  });
  // Other characters could add parameters to the `WWW-Authenticate` header.
  const path = "/mcp/:organizationId{[\\w-]+}/operations";
  routes.use(path, async (c, next) => {
    await next();
    const scope = lackingScopes.get(c.req.raw);
    if (c.res.status !== unauthorized && scope === undefined) return;
    const hasToken = bearerTokenOf(c.req.raw.headers) !== undefined;
    const error = scope === undefined ? (hasToken ? "invalid_token" : undefined) : "insufficient_scope";
    const metadataUrl = agentMetadataUrlOf(platform.urls.console, c.req.param("organizationId"));
    const scopes = new Set([...firstScopes, ...(scope === undefined ? [] : [scope])]);
    c.header("www-authenticate", challengeOf(metadataUrl, [...scopes], error));
  });
  routes.all(path, async (c) => {
    const { organizationId } = c.req.param();
    const caller = await identify(options, organizationId, c.req.raw);
    return await answer(c, organizationId, requireOperator(organizationId, caller));
  });
  return routes;
}

/** @throws PlatformError `forbidden` for callers that aren't limited to organizations, or to the role of a member */
function requireOperator(organizationId: string, caller: Principal): PersonPrincipal {
  if (caller.type === "member" || caller.type === "key") return caller;
  throw new PlatformError(
    "forbidden",
    `Send an API key of the organization ${organizationId}, or connect the agent. Portal sessions use /mcp/portal.`,
  );
}
