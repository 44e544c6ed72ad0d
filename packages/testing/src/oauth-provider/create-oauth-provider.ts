import { authorizationResponse } from "./authorization-response.ts";
import { tokenResponse, refusal } from "./token-response.ts";
import { createGrants } from "./grants.ts";
import { isClient } from "./provider-client.ts";
import { type ProviderBehavior, type ProviderMode, providerBehaviors } from "./provider-mode.ts";
import { randomText } from "./random-text.ts";

/** How a provider is set up. */
export interface OAuthProviderOptions {
  /** Origin of its addresses, and its issuer identifier; `https://provider.example` when left out. */
  readonly issuer?: string;
  /** Lifetime of access tokens in seconds; an hour when left out. */
  readonly accessTokenSeconds?: number;
}

/**
 * An OAuth provider in memory, with hostile modes. Honest, it demands PKCE S256 and client authentication, rotates
 * refresh tokens, and takes a second use of a code or refresh token for a theft that ends the grant.
 */
export interface OAuthProvider {
  readonly issuer: string;
  readonly authorizeURL: string;
  readonly accessTokenURL: string;
  readonly revokeURL: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Responds to what is sent to its addresses. The user allows at once; see the modes for one who does not. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Behaves in another way from now on. */
  behave(mode: ProviderMode): void;
  /** Whether an access or refresh token works. */
  isActive(token: string): boolean;
  /** Every secret there is: the client's, and all codes and tokens issued. None of them belongs in a log. */
  secrets(): readonly string[];
  /** How many requests its token endpoint got. */
  tokenRequests(): number;
}

type Endpoint = (request: Request) => Response | Promise<Response>;

/**
 * Makes a provider with one client.
 *
 * @example
 * import { createOAuthProvider } from "@plugboard/testing/oauth-provider";
 *
 * const provider = createOAuthProvider();
 * const services = { [provider.issuer]: provider.fetch };
 * provider.behave("server_error");
 * console.log(Object.keys(services), provider.tokenRequests());
 */
export function createOAuthProvider(options: OAuthProviderOptions = {}): OAuthProvider {
  const { issuer = "https://provider.example", accessTokenSeconds = 3600 } = options;
  const client = { clientId: "test-client", clientSecret: `secret_${randomText()}` };
  const grants = createGrants();
  let behavior: ProviderBehavior = providerBehaviors.honest;
  let tokenRequests = 0;

  const endpoints: Readonly<Record<string, Endpoint>> = {
    "GET /authorize": (request) => authorizationResponse(request, { grants, issuer, client, behavior }),
    "POST /token": async (request) => {
      tokenRequests += 1;
      const sent = new URLSearchParams(await request.text());
      const response = isClient(request, sent, client)
        ? await tokenResponse(sent, { grants, client, accessTokenSeconds })
        : refusal("invalid_client", 401);
      return behavior.respond?.(response, sent) ?? Response.json(response.body, { status: response.status });
    },
    "POST /revoke": async (request) => {
      const sent = new URLSearchParams(await request.text());
      if (!isClient(request, sent, client))
        return Response.json({ error: "invalid_client" }, { status: 401 });
      grants.revoke(sent.get("token") ?? "");
      return new Response(null);
    },
  };

  return {
    issuer,
    authorizeURL: `${issuer}/authorize`,
    accessTokenURL: `${issuer}/token`,
    revokeURL: `${issuer}/revoke`,
    ...client,
    fetch: async (request) => {
      const endpoint = endpoints[`${request.method} ${new URL(request.url).pathname}`];
      return endpoint === undefined ? new Response("Not found", { status: 404 }) : endpoint(request);
    },
    behave: (mode) => {
      behavior = providerBehaviors[mode];
    },
    isActive: (token) => grants.isActive(token),
    secrets: () => [client.clientSecret, ...grants.issued()],
    tokenRequests: () => tokenRequests,
  };
}
