import type { HttpBindings } from "@hono/node-server";
import type { ScopeName } from "@plugboard/api";
import { limits, operations } from "@plugboard/api/contract";
import {
  type Api,
  type Authenticate,
  inOrganizations,
  listTools,
  mayCall,
  type PersonPrincipal,
  type Platform,
  PlatformError,
  type Principal,
  readComponentSources,
  shareInstallations,
  withoutTenantScope,
} from "@plugboard/platform";
import { Hono } from "hono";
import { agentTokenPrefix, toolScopes } from "../agent-access/agent-resource.ts";
import { answerMcpMessage } from "../http/answer-mcp-message.ts";
import { bearerTokenOf } from "../http/bearer-token.ts";
import { type Network, visitorAddress } from "../http/client-address.ts";
import type { Accounts } from "../people/accounts.ts";
import type { Organizations } from "../people/organizations.ts";
import { agentMetadataUrlOf } from "./agent-metadata-routes.ts";
import { createToolViewReader } from "./tool-view-page.ts";

const unauthorized = 401;
const reading = "agent:tools:read";
const writing = "agent:tools:write";
const receiving = "agent:events:read";

/** The parts of the server that the endpoint needs. */
export interface AgentEndpointOptions {
  readonly platform: Platform;
  readonly api: Api;
  readonly authenticate: Authenticate;
  readonly people: {
    readonly accounts: Pick<Accounts, "identifyAgent">;
    readonly organizations: Pick<Organizations, "membershipsOf">;
  };
  readonly trustedProxies: readonly Network[];
  /** The built `apps/site`, with the view of tools. */
  readonly siteDir: string;
}

/**
 * Creates the MCP endpoints of all organizations. Each provides the tools of its organization's installations, called
 * through the API on behalf of the request's caller.
 */
export function createAgentEndpoint(options: AgentEndpointOptions): Hono<{ Bindings: HttpBindings }> {
  const { platform, api, trustedProxies, siteDir } = options;
  const routes = new Hono<{ Bindings: HttpBindings }>();
  const readViewFiles = createToolViewReader(siteDir);
  // Other characters could add parameters to the `WWW-Authenticate` header.
  const path = "/mcp/:organizationId{[\\w-]+}/:installationId?";
  /** Agent requests that need a scope the person can still grant. */
  const lackingScope = new WeakSet<Request>();
  routes.use(path, async (c, next) => {
    await next();
    const needsScope = lackingScope.has(c.req.raw);
    if (c.res.status !== unauthorized && !needsScope) return;
    const hasToken = bearerTokenOf(c.req.raw.headers) !== undefined;
    const error = needsScope ? "insufficient_scope" : hasToken ? "invalid_token" : undefined;
    const metadataUrl = agentMetadataUrlOf(platform.urls.console, c.req.param("organizationId"));
    c.header("www-authenticate", challengeOf(metadataUrl, toolScopes, error));
  });
  routes.all(path, async (c) => {
    const { organizationId, installationId } = c.req.param();
    const request = c.req.raw;
    const refuseScope = (scope: ScopeName): never => {
      lackingScope.add(request);
      throw new PlatformError("forbidden", `This token lacks the scope ${scope}. Connect the agent again.`);
    };
    const principal = await identify(options, organizationId, request);
    if (lacksScope(principal, reading)) return refuseScope(reading);
    const caller = requireCallerOf(organizationId, principal);
    let needsWriting = false;
    let needsReceiving = false;
    const answer = await shareInstallations(() =>
      answerMcpMessage(request, {
        origin: platform.urls.console,
        // Only bearer tokens are accepted, which pages of other programs don't have.
        allowsLocalPages: true,
        maxMessageBytes: limits.jsonBodyBytes,
        createServer: async () => {
          const { createToolServer } = await import("./tool-server.ts");
          const { createConfirmations } = await import("./confirmations.ts");
          return createToolServer({
            operations: api.as(caller, { address: visitorAddress(c, trustedProxies) }),
            findTools: async (integration) =>
              await inOrganizations([organizationId], () => listTools(platform, organizationId, integration)),
            organizationId,
            installationId,
            caller,
            confirmations: createConfirmations(platform),
            rateLimiter: platform.rateLimiter,
            views: {
              readFiles: readViewFiles,
              readSources: async (installation) =>
                await inOrganizations([organizationId], () => readComponentSources(platform, installation)),
            },
            onRefusedWrite: () => {
              needsWriting = lacksScope(caller, writing);
            },
            onRefusedEvents: () => {
              needsReceiving = lacksScope(caller, receiving);
            },
          });
        },
      }),
    );
    if (needsReceiving) return refuseScope(receiving);
    return needsWriting ? refuseScope(writing) : answer;
  });
  return routes;
}

/** Returns a `WWW-Authenticate` header. Sources: RFC 6750, section 3, and RFC 9728, section 5.1. */
export function challengeOf(
  metadataUrl: string,
  scopes: readonly string[],
  error: string | undefined,
): string {
  const parts = { error, resource_metadata: metadataUrl, scope: scopes.join(" ") };
  const written = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${value}"`],
  );
  return `Bearer ${written.join(", ")}`;
}

/** Returns whether the person didn't grant a scope to the agent. */
export function lacksScope(caller: Principal, scope: ScopeName): boolean {
  return caller.type === "member" && caller.agent?.scopes.includes(scope) === false;
}

/** Returns the caller with the request's bearer token. @throws PlatformError `unauthorized` */
export async function identify(
  { platform, authenticate, people }: AgentEndpointOptions,
  organizationId: string,
  request: Request,
): Promise<Principal> {
  const token = bearerTokenOf(request.headers);
  // With a session cookie, any page that a person visits could call tools.
  if (token === undefined)
    throw new PlatformError(
      "unauthorized",
      "Sign in, or send an API key of the organization as a bearer token.",
    );
  if (!token.startsWith(agentTokenPrefix))
    return await withoutTenantScope("access", () => authenticate(request));
  const agent = await people.accounts.identifyAgent(token, organizationId);
  const memberships = agent && (await people.organizations.membershipsOf(agent.person.id));
  const membership = memberships?.find(({ organization }) => organization === organizationId);
  if (agent === undefined || membership === undefined)
    throw new PlatformError(
      "unauthorized",
      `This token isn't valid for ${platform.urls.console}/mcp/${organizationId}. Connect the agent again.`,
    );
  const { person, clientId, scopes } = agent;
  return {
    type: "member",
    id: person.id,
    name: person.name,
    hasSecondFactor: person.twoFactorEnabled === true,
    memberships: [membership],
    agent: { clientId, scopes },
  };
}

/** @throws PlatformError `forbidden`, or `not_found` for a caller from another organization */
function requireCallerOf(organizationId: string, caller: Principal): PersonPrincipal {
  if (caller.type === "integration" || caller.type === "installation")
    throw new PlatformError("forbidden", "Integrations can't call tools. Send an API key.");
  const decision = mayCall(caller, operations.listTools, organizationId);
  if (decision === "allowed") return caller;
  throw decision === "hidden"
    ? new PlatformError("not_found", `There is no organization ${organizationId}.`)
    : new PlatformError(
        "forbidden",
        "This token can't call tools. It needs the scope agent:tools:read, and a person may need a second factor.",
      );
}
