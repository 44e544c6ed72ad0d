import { cimd } from "@better-auth/cimd";
import { type ClientMetadataResourceFetch, oauthProvider } from "@better-auth/oauth-provider";
import { type AgentPluginOptions, createAgentPlugin, readAgentRequest } from "./agent-endpoints.ts";
import { hashOfToken } from "./agent-grants.ts";
import { agentScopes, agentTokenPrefix, connectAgentPath } from "./agent-resource.ts";
import { agentTables } from "./agent-tables.ts";
import { correctClientDocuments } from "./correct-client-documents.ts";
import { oauthCorrections } from "./oauth-corrections.ts";

/** Options for `createAgentAccess`. */
export interface AgentAccessOptions extends AgentPluginOptions {
  /** Fetches the metadata documents of agents. It must refuse private addresses. */
  readonly fetchClientMetadata: ClientMetadataResourceFetch;
}

const hourSeconds = 3600;
const monthSeconds = 30 * 24 * hourSeconds;

/** Returns the plugin for the OAuth 2.1 authorization server, including the tables of connected agents. */
export function createAgentAuthorization(consoleUrl: string) {
  const page = `${consoleUrl}${connectAgentPath}`;
  return oauthProvider({
    // One page for both, because the console asks signed-out people to sign in on every page.
    loginPage: page,
    consentPage: page,
    scopes: [...agentScopes, "offline_access"],
    grantTypes: ["authorization_code", "refresh_token"],
    accessTokenExpiresIn: hourSeconds,
    refreshTokenExpiresIn: monthSeconds,
    // An agent that loses a response, or refreshes in two windows, can use the previous token again.
    refreshTokenReuseInterval: 30,
    // Stored tokens can be revoked immediately; signed tokens would stay valid until they expire.
    disableJwtPlugin: true,
    storeTokens: { hash: async (token) => hashOfToken(token) },
    prefix: { opaqueAccessToken: agentTokenPrefix, refreshToken: "pbr_" },
    // Agents are unknown until their first request, so they can't be linked to a resource in advance.
    enforcePerClientResources: false,
    // Creates one consent per organization.
    postLogin: {
      page,
      shouldRedirect: () => false,
      consentReferenceId: async () => (await readAgentRequest(consoleUrl)).organizationId,
    },
    schema: agentTables,
  });
}

// The rate limits of the account endpoints bound the documents that each address can request. These limits are for
// all addresses together, so they are higher than one address, or a few, could use up.
const fetchPolicy = {
  maximumConcurrentFetches: 1000,
  maximumConcurrentFetchesPerOrigin: 200,
  maximumFetchesPerMinute: 10_000,
  maximumFetchesPerOriginPerMinute: 1000,
};

// Agents describe themselves in a document, so they don't need the other paths, which would only add attack
// surface.
const servedPaths: ReadonlySet<string> = new Set([
  "/oauth2/authorize",
  "/oauth2/consent",
  "/oauth2/token",
  "/oauth2/revoke",
]);

/** Creates the plugins for connecting agents, and lists the plugin paths to disable. */
export function createAgentAccess({ fetchClientMetadata, ...options }: AgentAccessOptions) {
  const authorization = createAgentAuthorization(options.consoleUrl);
  const paths = Object.values(authorization.endpoints).map(({ path }) => path);
  return {
    plugins: [
      authorization,
      cimd({
        fetchClientMetadataResource: correctClientDocuments(fetchClientMetadata),
        metadataProfile: "mcp-2026-07-28",
        metadataFetchPolicy: fetchPolicy,
        maxCacheEntries: 2000,
      }),
      createAgentPlugin(options),
      oauthCorrections,
    ] as const,
    disabledPaths: paths.filter((path) => path !== undefined && !servedPaths.has(path)),
  };
}
