import { createGrants, type Grants, type GrantTokens } from "./grants.ts";
import {
  type ProviderBehaviour,
  type ProviderMode,
  providerBehaviours,
  type TokenAnswer,
} from "./provider-mode.ts";
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
  /** Answers what is sent to its addresses. The user allows at once; see the modes for one who does not. */
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

/** Makes a provider with one client. */
export function createOAuthProvider(options: OAuthProviderOptions = {}): OAuthProvider {
  const { issuer = "https://provider.example", accessTokenSeconds = 3600 } = options;
  const client = { clientId: "test-client", clientSecret: `secret_${randomText()}` };
  const grants = createGrants();
  let behaviour: ProviderBehaviour = providerBehaviours.honest;
  let tokenRequests = 0;

  const endpoints: Readonly<Record<string, Endpoint>> = {
    "GET /authorize": (request) => answerAuthorization(request, { grants, issuer, client, behaviour }),
    "POST /token": async (request) => {
      tokenRequests += 1;
      const sent = new URLSearchParams(await request.text());
      const answer = isClient(request, sent, client)
        ? await answerToken(sent, { grants, client, accessTokenSeconds })
        : refusal("invalid_client", 401);
      return behaviour.respond?.(answer, sent) ?? Response.json(answer.body, { status: answer.status });
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
      behaviour = providerBehaviours[mode];
    },
    isActive: (token) => grants.isActive(token),
    secrets: () => [client.clientSecret, ...grants.issued()],
    tokenRequests: () => tokenRequests,
  };
}

interface ProviderClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface AuthorizationSetting {
  readonly grants: Grants;
  readonly issuer: string;
  readonly client: ProviderClient;
  readonly behaviour: ProviderBehaviour;
}

function answerAuthorization(request: Request, setting: AuthorizationSetting): Response {
  const { searchParams } = new URL(request.url);
  const redirectURL = URL.parse(searchParams.get("redirect_uri") ?? "");
  const challenge = searchParams.get("code_challenge");
  const isSound =
    searchParams.get("response_type") === "code" &&
    searchParams.get("client_id") === setting.client.clientId &&
    searchParams.get("code_challenge_method") === "S256";
  if (!isSound || redirectURL === null || challenge === null) {
    return new Response("This authorization request is not sound.", { status: 400 });
  }
  const code = setting.grants.issueCode({
    clientId: setting.client.clientId,
    redirectURL: redirectURL.href,
    scope: searchParams.get("scope") ?? "",
    challenge,
  });
  const state = searchParams.get("state");
  redirectURL.searchParams.set("code", code);
  redirectURL.searchParams.set("iss", setting.issuer);
  if (state !== null) redirectURL.searchParams.set("state", state);
  setting.behaviour.redirect?.(redirectURL.searchParams);
  return new Response(null, { status: 302, headers: { location: redirectURL.href } });
}

/** Client authentication with a header or in the body (RFC 6749 section 2.3.1). */
function isClient(request: Request, sent: URLSearchParams, client: ProviderClient): boolean {
  const header = request.headers.get("authorization");
  const [id, secret] =
    header === null ? [sent.get("client_id"), sent.get("client_secret")] : parseBasic(header);
  return id === client.clientId && secret === client.clientSecret;
}

function parseBasic(header: string): readonly (string | undefined)[] {
  const [scheme, credentials = ""] = header.split(" ");
  return scheme === "Basic" ? atob(credentials).split(":").map(decodeURIComponent) : [];
}

interface TokenSetting {
  readonly grants: Grants;
  readonly client: ProviderClient;
  readonly accessTokenSeconds: number;
}

async function answerToken(sent: URLSearchParams, setting: TokenSetting): Promise<TokenAnswer> {
  const tokens = await findTokens(sent, setting);
  if (tokens === undefined) return refusal("invalid_grant", 400);
  return {
    status: 200,
    body: {
      access_token: tokens.accessToken,
      token_type: "Bearer",
      expires_in: setting.accessTokenSeconds,
      refresh_token: tokens.refreshToken,
      scope: tokens.scope,
    },
  };
}

async function findTokens(sent: URLSearchParams, setting: TokenSetting): Promise<GrantTokens | undefined> {
  const value = (name: string) => sent.get(name) ?? "";
  if (value("grant_type") === "refresh_token") return setting.grants.refresh(value("refresh_token"));
  if (value("grant_type") !== "authorization_code") return undefined;
  return setting.grants.exchangeCode(value("code"), {
    clientId: setting.client.clientId,
    redirectURL: value("redirect_uri"),
    verifier: value("code_verifier"),
  });
}

function refusal(error: string, status: number): TokenAnswer {
  return { status, body: { error } };
}
