import {
  allowInsecureRequests,
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  customFetch,
  OperationProcessingError,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type TokenEndpointRequestOptions,
  type TokenEndpointResponse,
  UnsupportedOperationError,
  validateAuthResponse,
} from "oauth4webapi";
import { OAuthError } from "../common/oauth-error.ts";
import { defaultTimeoutMilliseconds, type OAuthConfig } from "../settings/oauth-config.ts";
import type { OAuthPorts } from "../ports/oauth-ports.ts";
import { checkAvailable } from "./check-available.ts";
import { resolveQuirks } from "../settings/provider-quirks.ts";
import { requestProvider } from "./request-provider.ts";
import { normaliseTokenResponse } from "./normalise-token-response.ts";
import type { TokenResponse } from "../settings/token-response.ts";

/** The token endpoint of a provider, and how to use it. */
export interface TokenEndpoint {
  readonly accessTokenURL: URL;
  /** The issuer of the provider; `undefined` when the handler names none, and then no `id_token` is believed. */
  readonly issuer: string | undefined;
  readonly config: Pick<
    OAuthConfig,
    "clientId" | "clientSecret" | "clientAuthentication" | "timeoutMilliseconds" | "quirks"
  >;
  readonly ports: Pick<OAuthPorts, "fetch" | "now">;
}

/** A code and what it must be exchanged with. */
export interface CodeGrant {
  readonly code: string;
  readonly state: string;
  readonly redirectURL: string;
  readonly verifier: string;
}

/**
 * Exchanges a code for tokens (RFC 6749 section 4.1.3).
 *
 * @throws OAuthError when the provider gave no response that could be read; its refusal is a value
 */
export async function exchangeCode(endpoint: TokenEndpoint, grant: CodeGrant): Promise<TokenResponse> {
  const server = toServer(endpoint);
  const client = toClient(endpoint);
  const { code, state } = grant;
  // The library wants to see the redirect. It gets what was checked and nothing else that came with it, so that it finds
  // nothing to complain of in an error that quotes it all.
  const redirect = validateAuthResponse(server, client, new URLSearchParams({ code, state }), state);
  return requestTokens(
    endpoint,
    (options) =>
      authorizationCodeGrantRequest(
        server,
        client,
        toClientAuth(endpoint),
        redirect,
        grant.redirectURL,
        grant.verifier,
        options,
      ),
    (response) => processAuthorizationCodeResponse(server, client, response),
  );
}

/**
 * Gets a new access token (RFC 6749 section 6).
 *
 * @throws OAuthError when the provider gave no response that could be read; its refusal is a value
 */
export async function refreshTokens(endpoint: TokenEndpoint, refreshToken: string): Promise<TokenResponse> {
  const server = toServer(endpoint);
  const client = toClient(endpoint);
  return requestTokens(
    endpoint,
    (options) => refreshTokenGrantRequest(server, client, toClientAuth(endpoint), refreshToken, options),
    (response) => processRefreshTokenResponse(server, client, response),
  );
}

/** How requests to the provider are made: within the limits, by the port. */
export function toRequestOptions(
  url: URL,
  { config, ports }: Pick<TokenEndpoint, "config" | "ports">,
): TokenEndpointRequestOptions {
  return {
    [customFetch]: async (href, init) => {
      const timeout = config.timeoutMilliseconds ?? defaultTimeoutMilliseconds;
      const { status, body } = await requestProvider(ports.fetch, href, init, timeout);
      return new Response(body === "" ? null : body, { status });
    },
    // parseEndpointUrl let http through for this machine only.
    [allowInsecureRequests]: url.protocol === "http:",
  };
}

/** How the client proves itself. */
export function toClientAuth({ config }: Pick<TokenEndpoint, "config">): ClientAuth {
  return config.clientAuthentication === "basic"
    ? ClientSecretBasic(config.clientSecret)
    : ClientSecretPost(config.clientSecret);
}

// A token that comes straight from the provider over TLS proves itself by that, so its signature is not looked at
// (OpenID Connect Core section 3.1.3.7) and its algorithm matters only in that there has to be one.
const idTokenAlgorithms = ["RS", "PS", "ES", "HS"].flatMap((family) =>
  ["256", "384", "512"].map((bits) => `${family}${bits}`),
);

function toServer({ accessTokenURL, issuer = accessTokenURL.origin }: TokenEndpoint): AuthorizationServer {
  return {
    issuer,
    token_endpoint: accessTokenURL.href,
    id_token_signing_alg_values_supported: [...idTokenAlgorithms, "EdDSA", "Ed25519"],
  };
}

function toClient({ config, ports }: TokenEndpoint): Client {
  // The library reads the machine's clock; this is how far the port's is from it.
  const skew = Math.floor(ports.now() / 1000) - Math.floor(Date.now() / 1000);
  return { client_id: config.clientId, [clockSkew]: skew };
}

async function requestTokens(
  endpoint: TokenEndpoint,
  send: (options: TokenEndpointRequestOptions) => Promise<Response>,
  check: (response: Response) => Promise<TokenEndpointResponse>,
): Promise<TokenResponse> {
  const { accessTokenURL, config, ports } = endpoint;
  const response = await send(toRequestOptions(accessTokenURL, endpoint));
  const received = { status: response.status, body: await response.text() };
  checkAvailable(received);
  const tokens = normaliseTokenResponse(received, resolveQuirks(accessTokenURL, config.quirks), ports.now());
  if (!tokens.ok) return tokens;
  const { id_token: _unchecked, ...believed } = tokens;
  const accepted = endpoint.issuer === undefined ? believed : tokens;
  await check(Response.json(accepted)).catch((error: unknown) => {
    throw notAccepted(error);
  });
  return { ...accepted, ok: true };
}

function notAccepted(error: unknown): OAuthError {
  // The library's messages are fixed sentences. Its errors carry the whole response as their cause, so they go no further.
  const known = error instanceof OperationProcessingError || error instanceof UnsupportedOperationError;
  const reason = known ? error.message : "it could not be checked";
  return new OAuthError("response_invalid", `The provider's tokens were not accepted: ${reason}.`);
}
