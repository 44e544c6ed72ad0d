import { getOAuthProviderState } from "@better-auth/oauth-provider";
import { operations } from "@plugboard/api/contract";
import { mayCall, type Membership, type PlatformStorage } from "@plugboard/platform";
import type { BetterAuthPlugin } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
  isAPIError,
  sessionMiddleware,
} from "better-auth/api";
import * as z from "zod";
import { visitorHeader } from "../http/visitor-header.ts";
import { toPlainLine } from "../sites/plain-line.ts";
import { listConsents } from "./agent-grants.ts";
import type { AgentOrganizations } from "./agent-organizations.ts";
import { agentResourceOf, organizationOfResource } from "./agent-resource.ts";
import { disconnectAgents } from "./disconnect-agents.ts";
import { listAgents } from "./list-agents.ts";

/** Options for `createAgentPlugin`. */
export interface AgentPluginOptions {
  readonly database: PlatformStorage["database"];
  readonly consoleUrl: string;
  readonly organizations: AgentOrganizations;
}

interface Account {
  readonly id: string;
  readonly name: string;
  readonly twoFactorEnabled?: unknown;
}

/** An agent's request, stored with its signature in the URL of the consent page. */
interface AgentRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly organizationId: string;
  readonly scopes: readonly string[];
}

const clientSchema = z.object({
  name: z.string().nullish(),
  redirectUris: z.array(z.string()),
});
const resourceSchema = z.object({ resource: z.string() });
const redirectSchema = z.object({ url: z.url() });
const changeSchema = z.object({ revokeOtherSessions: z.literal(true) });
const acceptedSchema = z.object({ accept: z.literal(true), scope: z.string().optional() });

/** The endpoints that sign a person out on other devices. Agents are disconnected, too. */
const signOutPaths: ReadonlySet<string> = new Set([
  "/change-password",
  "/revoke-sessions",
  "/revoke-other-sessions",
]);

/** Returns the better-auth plugin with the endpoints of the consent page, and the list of connected agents. */
export function createAgentPlugin({ database, consoleUrl, organizations }: AgentPluginOptions) {
  const membershipIn = async (personId: string, organizationId: string): Promise<Membership | undefined> =>
    (await organizations.membershipsOf(personId)).find(({ organization }) => organization === organizationId);

  /** Returns whether a person manages an organization's members, and thus the members' agents. */
  const manages = async (user: Account, organizationId: string): Promise<boolean> => {
    const { id, name, twoFactorEnabled } = user;
    const memberships = await organizations.membershipsOf(id);
    const hasSecondFactor = twoFactorEnabled === true;
    const caller = { type: "member", id, name, memberships, hasSecondFactor } as const;
    return mayCall(caller, operations.updateMember, organizationId) === "allowed";
  };

  return {
    id: "agents",
    endpoints: {
      readAgentRequest: createAuthEndpoint(
        "/agents/requests/read",
        // The signature of `oauth_query` was already checked.
        { method: "POST", body: z.object({ oauth_query: z.string() }), use: [sessionMiddleware] },
        async (ctx) => {
          const { clientId, redirectUri, organizationId, scopes } = await readAgentRequest(consoleUrl);
          const clientRow = await ctx.context.adapter.findOne({
            model: "oauthClient",
            where: [{ field: "clientId", value: clientId }],
          });
          const { user } = ctx.context.session;
          const membership = await membershipIn(user.id, organizationId);
          if (membership === undefined) throw notMember();
          const client = clientSchema.parse(clientRow);
          return ctx.json({
            client: { address: addressOfAgent(clientId), name: nameOf(clientId, client.name) },
            redirectHosts: hostsOf([redirectUri, ...client.redirectUris]),
            organization: { id: organizationId, title: await organizations.titleOf(organizationId) },
            person: { email: user.email },
            scopes,
          });
        },
      ),

      listAgents: createAuthEndpoint(
        "/agents",
        {
          method: "GET",
          query: z
            .object({ organizationId: z.string().optional(), cursor: z.string().optional() })
            .optional(),
          use: [sessionMiddleware],
        },
        async (ctx) => {
          const { user } = ctx.context.session;
          const { organizationId, cursor } = ctx.query ?? {};
          if (organizationId !== undefined && !(await manages(user, organizationId))) throw notManager();
          const owner = organizationId === undefined ? { personId: user.id } : { organizationId };
          const { items, next } = await listAgents(database, { ...owner, cursor });
          const titles = new Map<string, string | undefined>();
          for (const { organizationId: id } of items)
            if (!titles.has(id)) titles.set(id, await organizations.titleOf(id));
          return ctx.json({
            items: items.map(
              ({ id, clientId, clientName, personId, personName, scopes, createdAt, ...of }) => ({
                id,
                clientId,
                address: addressOfAgent(clientId),
                name: nameOf(clientId, clientName),
                organization: {
                  id: of.organizationId,
                  title: titles.get(of.organizationId) ?? of.organizationId,
                },
                person: { id: personId, name: personName ?? personId },
                scopes,
                createdAt,
              }),
            ),
            next,
          });
        },
      ),

      disconnectAgent: createAuthEndpoint(
        "/agents/disconnect",
        { method: "POST", body: z.object({ id: z.string() }), use: [sessionMiddleware] },
        async (ctx) => {
          const { adapter, session } = ctx.context;
          const { user } = session;
          const [consent] = await listConsents(adapter, { id: ctx.body.id });
          const mayEnd =
            consent !== undefined &&
            (consent.personId === user.id || (await manages(user, consent.organizationId)));
          if (!mayEnd)
            throw new APIError("NOT_FOUND", { code: "NOT_FOUND", message: "This agent isn't connected." });
          const { id } = consent;
          await disconnectAgents(
            adapter,
            organizations,
            { id },
            { by: user, address: addressOf(ctx.headers) },
          );
          return ctx.json({ disconnected: true });
        },
      ),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/oauth2/authorize",
          handler: createAuthMiddleware(async (ctx) => {
            const { data } = resourceSchema.safeParse({ ...ctx.query, ...ctx.body });
            const organizationId = organizationOfResource(consoleUrl, data?.resource);
            if (organizationId === undefined) return;
            if ((await organizations.titleOf(organizationId)) === undefined) return;
            const identifier = agentResourceOf(consoleUrl, organizationId);
            const { adapter } = ctx.context;
            const find = async () =>
              await adapter.findOne({
                model: "oauthResource",
                where: [{ field: "identifier", value: identifier }],
              });
            if ((await find()) !== null) return;
            await adapter
              .create({
                model: "oauthResource",
                data: { identifier, name: organizationId, createdAt: new Date() },
              })
              .catch(async (error: unknown) => {
                // A concurrent request may have added the row.
                if ((await find()) === null) throw error;
              });
          }),
        },
        {
          matcher: ({ path }) => path === "/oauth2/consent",
          handler: createAuthMiddleware(async (ctx) => {
            if (!acceptedSchema.safeParse(ctx.body).success) return;
            const session = await getSessionFromCtx(ctx);
            const { organizationId } = await readAgentRequest(consoleUrl);
            if (session === null || (await membershipIn(session.user.id, organizationId)) === undefined)
              throw notMember();
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path !== undefined && signOutPaths.has(path),
          handler: createAuthMiddleware(async (ctx) => {
            const { session, returned, adapter } = ctx.context;
            if (session === null || isAPIError(returned)) return;
            const isPartial = ctx.path === "/change-password" && !changeSchema.safeParse(ctx.body).success;
            if (isPartial) return;
            const { user } = session;
            const disconnection = { by: user, address: addressOf(ctx.headers) };
            await disconnectAgents(adapter, organizations, { personId: user.id }, disconnection);
          }),
        },
        {
          matcher: ({ path }) => path === "/oauth2/consent",
          handler: createAuthMiddleware(async (ctx) => {
            const { data } = acceptedSchema.safeParse(ctx.body);
            const session = await getSessionFromCtx(ctx);
            if (data === undefined || session === null || !hasCode(ctx.context.returned)) return;
            const { organizationId, clientId, scopes } = await readAgentRequest(consoleUrl);
            await organizations.noteAgent(session.user, {
              operation: "connectAgent",
              organizationId,
              clientId,
              userId: session.user.id,
              address: addressOf(ctx.headers),
              scopes: data.scope?.split(" ") ?? scopes,
            });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/**
 * Returns the request that awaits the person's decision.
 *
 * @throws APIError `invalid_target` unless it is for the MCP endpoint of one organization
 */
export async function readAgentRequest(consoleUrl: string): Promise<AgentRequest> {
  const query = new URLSearchParams((await getOAuthProviderState())?.query);
  const resources = query.getAll("resource");
  const organizationId = organizationOfResource(consoleUrl, resources[0]);
  if (organizationId === undefined || resources.length > 1)
    throw new APIError("BAD_REQUEST", {
      error: "invalid_target",
      error_description: "The resource must be the URL of one organization's MCP endpoint.",
    });
  return {
    clientId: query.get("client_id") ?? "",
    redirectUri: query.get("redirect_uri") ?? "",
    organizationId,
    scopes: query.get("scope")?.split(" ") ?? [],
  };
}

/** Returns whether a response redirects to the agent with a code. */
function hasCode(response: unknown): boolean {
  const { data } = redirectSchema.safeParse(response);
  return data !== undefined && new URL(data.url).searchParams.has("code");
}

function addressOf(headers: Headers | undefined): string | undefined {
  return headers?.get(visitorHeader) ?? undefined;
}

function notManager(): APIError {
  return new APIError("FORBIDDEN", {
    code: "FORBIDDEN",
    message: "Only owners and admins of the organization can list its agents.",
  });
}

function notMember(): APIError {
  return new APIError("FORBIDDEN", {
    error: "access_denied",
    error_description: "You aren't a member of the organization that this agent requests access to.",
  });
}

const maxNameLength = 80;

/** Returns the name that an agent chose. It can't hide or reorder the text around it. */
function nameOf(clientId: string, name: string | null | undefined): string {
  return toPlainLine(name ?? "").slice(0, maxNameLength) || addressOfAgent(clientId);
}

/** Returns an agent's address in ASCII, because letters of other alphabets look like Latin ones. */
function addressOfAgent(clientId: string): string {
  return URL.parse(clientId)?.href ?? toPlainLine(clientId);
}

function hostsOf(urls: readonly string[]): readonly string[] {
  return [...new Set(urls.map((url) => URL.parse(url)?.hostname || addressOfAgent(url)))];
}
