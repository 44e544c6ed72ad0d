import { authorizationResponse } from "./authorization-response.ts";
import { tokenResponse, refusal } from "./token-response.ts";
import { createGrants } from "./grants.ts";
import { isClient } from "./provider-client.ts";
import { type ProviderBehavior, type ProviderMode, providerBehaviors } from "./provider-mode.ts";
import { randomText } from "./random-text.ts";

/** Options for `createOAuthProvider`. */
export interface OAuthProviderOptions {
  /** The origin of its URLs and its issuer identifier. Defaults to `https://provider.example`. */
  readonly issuer?: string;
  /** The lifetime of access tokens (s). Defaults to an hour. */
  readonly accessTokenSeconds?: number;
}

/**
 * An in-memory OAuth provider with hostile modes. By default, it requires PKCE S256 and client
 * authentication, rotates refresh tokens, and treats the reuse of a code or refresh token as theft, which
 * ends the grant.
 */
export interface OAuthProvider {
  readonly issuer: string;
  readonly authorizeURL: string;
  readonly accessTokenURL: string;
  readonly revokeURL: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Responds to requests. The user consents immediately, except in some modes. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Changes the mode. */
  behave(mode: ProviderMode): void;
  /** Returns whether an access or refresh token is valid. */
  isActive(token: string): boolean;
  /** Returns all secrets: the client's and all issued codes and tokens. None of them may appear in logs. */
  secrets(): readonly string[];
  /** Returns the number of token requests. */
  tokenRequests(): number;
}

type Endpoint = (request: Request) => Response | Promise<Response>;

/**
 * Creates a provider with one client.
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
