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
import { normalizeTokenResponse } from "./normalize-token-response.ts";
import type { TokenResponse } from "../settings/token-response.ts";

/** The token endpoint of a provider with its settings. */
export interface TokenEndpoint {
  readonly accessTokenURL: URL;
  /** The issuer of the provider. If `undefined`, every `id_token` is ignored. */
  readonly issuer: string | undefined;
  readonly config: Pick<
    OAuthConfig,
    "clientId" | "clientSecret" | "clientAuthentication" | "timeoutMilliseconds" | "quirks"
  >;
  readonly ports: Pick<OAuthPorts, "fetch" | "now">;
}

/** A code and the values it must be exchanged with. */
export interface CodeGrant {
  readonly code: string;
  readonly state: string;
  readonly redirectURL: string;
  readonly verifier: string;
}

/**
 * Exchanges a code for tokens (RFC 6749 section 4.1.3).
 *
 * @throws OAuthError if the provider sent no usable response; an error response is returned
 */
export async function exchangeCode(endpoint: TokenEndpoint, grant: CodeGrant): Promise<TokenResponse> {
  const server = toServer(endpoint);
  const client = toClient(endpoint);
  const { code, state } = grant;
  // The library validates the redirect. It only gets the checked parameters, because its errors quote all of
  // them.
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
 * Requests a new access token (RFC 6749 section 6).
 *
 * @throws OAuthError if the provider sent no usable response; an error response is returned
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

/** Returns the request options of the library: within the limits, through the `fetch` port. */
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
    // parseEndpointUrl only allows http on this machine.
    [allowInsecureRequests]: url.protocol === "http:",
  };
}

/** Returns the client authentication. */
export function toClientAuth({ config }: Pick<TokenEndpoint, "config">): ClientAuth {
  return config.clientAuthentication === "basic"
    ? ClientSecretBasic(config.clientSecret)
    : ClientSecretPost(config.clientSecret);
}

// A token received directly from the provider over TLS needs no signature check (OpenID Connect Core section
// 3.1.3.7). The library still requires an algorithm.
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
  // The library uses the machine's clock; this is its difference from the port's.
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
  const tokens = normalizeTokenResponse(received, resolveQuirks(accessTokenURL, config.quirks), ports.now());
  if (!tokens.ok) return tokens;
  const { id_token: _unchecked, ...believed } = tokens;
  const accepted = endpoint.issuer === undefined ? believed : tokens;
  await check(Response.json(accepted)).catch((error: unknown) => {
    throw notAccepted(error);
  });
  return { ...accepted, ok: true };
}

function notAccepted(error: unknown): OAuthError {
  // The library's messages are fixed sentences. Its errors contain the whole response as their cause, so they
  // aren't passed on.
  const isSafe = error instanceof OperationProcessingError || error instanceof UnsupportedOperationError;
  const reason = isSafe ? error.message : "the check failed";
  return new OAuthError("response_invalid", `The tokens of the provider were rejected: ${reason}.`);
}
