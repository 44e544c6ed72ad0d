import type { HttpBindings } from "@hono/node-server";
import { operatorScopes, type ScopeName } from "@plugboard/api";
import { type AnyOperation, limits } from "@plugboard/api/contract";
import { contentLimits } from "@plugboard/content/limits";
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
import { writerScopes } from "../agent-access/agent-resource.ts";
import { type AgentEndpointOptions, challengeOf, identify, lacksScope } from "./agent-endpoint.ts";
import { agentMetadataUrlOf } from "./agent-metadata-routes.ts";
import type { ServerDescription } from "./operation-server.ts";
import { listOperationTools, type OperationTool, type ToolGroup, toolGroups } from "./operation-tools.ts";

const unauthorized = 401;
const [readDeliveries, writeDeliveries] = operatorScopes;
const [readPages] = writerScopes;

/** An endpoint for agents. */
interface EndpointDefinition {
  /** Requested when an agent connects. Agents request other scopes when a call needs them. */
  readonly firstScopes: readonly string[];
  /** The scope that every useful tool needs. */
  readonly reading: ScopeName;
  /** The end of the error for callers without an allowed operation. */
  readonly lacks: string;
  readonly maxMessageBytes: number;
  readonly server: ServerDescription;
}

/** The endpoints below an organization's, by the last segment of their path. */
const endpoints: Readonly<Record<ToolGroup, EndpointDefinition>> = {
  operations: {
    firstScopes: [readDeliveries, writeDeliveries],
    reading: readDeliveries,
    lacks: `can't operate deliveries. It needs the role operator or the scope ${readDeliveries}`,
    maxMessageBytes: limits.jsonBodyBytes,
    server: { name: "plugboard-operations", title: "Plugboard operations" },
  },
  content: {
    firstScopes: writerScopes,
    reading: readPages,
    lacks: `can't read pages. It needs the role reader or the scope ${readPages}`,
    maxMessageBytes: contentLimits.pageBodyBytes,
    server: {
      name: "plugboard-content",
      title: "Plugboard content",
      instructions:
        "Pages are Markdown. savePageDraft stores the person's private draft, which they review and publish in the editor. Read the draft first, or the page's content if there is none, and keep the text that you weren't asked to change.",
    },
  },
};

type Bindings = { Bindings: HttpBindings };

/**
 * Creates the MCP endpoints whose tools are API operations that the contract offers to agents:
 * `/mcp/{organizationId}/operations` operates deliveries, and `/mcp/{organizationId}/content` reads pages and writes
 * drafts, both for members, their agents and API keys. `/mcp/portal` operates deliveries for portal sessions.
 */
export function createOperationEndpoint(options: AgentEndpointOptions): Hono<Bindings> {
  const { platform, api, authenticate, trustedProxies } = options;
  const routes = new Hono<Bindings>();
  // Created on demand, because schemas take memory.
  const created: Partial<Record<ToolGroup, readonly OperationTool[]>> = {};
  const toolsOf = (group: ToolGroup): readonly OperationTool[] =>
    (created[group] ??= listOperationTools(group));
  /** The scopes that requests of agents lack, and that the person can still grant. */
  const lackingScopes = new WeakMap<Request, string>();

  const answer = async (
    c: Context<Bindings>,
    organizationId: string,
    caller: PersonPrincipal,
    group: ToolGroup,
  ): Promise<Response> => {
    const { reading, lacks, maxMessageBytes, server } = endpoints[group];
    const tools = toolsOf(group);
    const request = c.req.raw;
    const address = visitorAddress(c, trustedProxies);
    const refuseScope = (scope: string): never => {
      lackingScopes.set(request, scope);
      throw new PlatformError("forbidden", `This token lacks the scope ${scope}. Connect the agent again.`);
    };
    const decisions = tools.map(({ operation }) => mayCall(caller, operation, organizationId));
    if (decisions.every((decision) => decision === "hidden"))
      throw new PlatformError("not_found", `There is no organization ${organizationId}.`);
    if (!decisions.includes("allowed")) {
      if (lacksScope(caller, reading)) return refuseScope(reading);
      throw new PlatformError("forbidden", `This token ${lacks}, and a person may need a second factor.`);
    }
    let neededScope: string | undefined;
    const response = await answerMcpMessage(request, {
      origin: platform.urls.console,
      allowsLocalPages: true,
      maxMessageBytes,
      createServer: async () => {
        const { createOperationServer } = await import("./operation-server.ts");
        const { createConfirmations } = await import("./confirmations.ts");
        return createOperationServer({
          server,
          tools,
          operations: api.as(caller, { address }),
          organizationId,
          caller,
          confirmations: createConfirmations(platform),
          rateLimiter: platform.rateLimiter,
          recordCall: async ({ id: operation }, resource) => {
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
    return await answer(c, caller.organization, caller, "operations");
  });
  // Other characters could add parameters to the `WWW-Authenticate` header.
  const path = "/mcp/:organizationId{[\\w-]+}/:group";
  routes.use(path, async (c, next) => {
    await next();
    const group = toToolGroup(c.req.param("group"));
    const scope = lackingScopes.get(c.req.raw);
    if (group === undefined || (c.res.status !== unauthorized && scope === undefined)) return;
    const hasToken = bearerTokenOf(c.req.raw.headers) !== undefined;
    const error = scope === undefined ? (hasToken ? "invalid_token" : undefined) : "insufficient_scope";
    const metadataUrl = agentMetadataUrlOf(platform.urls.console, c.req.param("organizationId"));
    const scopes = new Set([...endpoints[group].firstScopes, ...(scope === undefined ? [] : [scope])]);
    c.header("www-authenticate", challengeOf(metadataUrl, [...scopes], error));
  });
  routes.all(path, async (c, next) => {
    const group = toToolGroup(c.req.param("group"));
    if (group === undefined) return await next();
    const { organizationId } = c.req.param();
    const caller = await identify(options, organizationId, c.req.raw);
    return await answer(c, organizationId, requirePerson(organizationId, caller), group);
  });
  return routes;
}

function toToolGroup(segment: string): ToolGroup | undefined {
  return toolGroups.find((group) => group === segment);
}

/** @throws PlatformError `forbidden` for callers that aren't limited to organizations, or to the role of a member */
function requirePerson(organizationId: string, caller: Principal): PersonPrincipal {
  if (caller.type === "member" || caller.type === "key") return caller;
  throw new PlatformError(
    "forbidden",
    `Send an API key of the organization ${organizationId}, or connect the agent. Portal sessions use /mcp/portal.`,
  );
}
