import type { DefaultIntegrationTypes, IntegrationTypes } from "@plugboard/api";
import { processRevocationResponse, revocationRequest } from "oauth4webapi";
import { parseEndpointURL } from "./provider/endpoint-url.ts";
import { type OAuthConfigSource, resolveConfig, resolveURL } from "./oauth-config.ts";
import { findConnection } from "./credentials/oauth-connection.ts";
import type { OAuthContext } from "./oauth-context.ts";
import { OAuthError } from "./oauth-error.ts";
import { type OAuthPorts, resolvePorts } from "./oauth-ports.ts";
import { resolveQuirks } from "./provider/provider-quirks.ts";
import { type TokenEndpoint, toClientAuth, toRequestOptions } from "./provider/token-endpoint.ts";

/**
 * Ends the credentials at the provider (RFC 7009): the refresh token where there is one, and the access token. Call it
 * when the installation is deleted.
 *
 * @param source - the same settings that `createOAuthHandler` has
 * @returns whether the provider was asked: not where nobody connected, or where the provider has no revocation URL
 * @throws OAuthError when the provider did not do it
 */
export async function revokeOAuthToken<T extends IntegrationTypes = DefaultIntegrationTypes>(
  context: OAuthContext<T>,
  source: OAuthConfigSource<T>,
  ports: Partial<OAuthPorts> = {},
): Promise<boolean> {
  const connection = findConnection(context.environment);
  if (connection === undefined) return false;
  const { credentials, installation } = connection;
  const config = resolveConfig(source, context.environment);
  const tokenURL = resolveURL(config.accessTokenURL, installation);
  const accessTokenURL = parseEndpointURL("accessTokenURL", tokenURL);
  const revokeURL = config.revokeURL ?? resolveQuirks(accessTokenURL, config.quirks).revokeURL;
  if (revokeURL === undefined) return false;

  const endpoint = {
    revokeURL: parseEndpointURL("revokeURL", resolveURL(revokeURL, installation)),
    config,
    ports: resolvePorts(context, ports),
  };
  if (credentials.refresh_token !== undefined) {
    await revoke(endpoint, credentials.refresh_token, "refresh_token");
  }
  await revoke(endpoint, credentials.access_token, "access_token");
  return true;
}

interface RevocationEndpoint extends Pick<TokenEndpoint, "config" | "ports"> {
  readonly revokeURL: URL;
}

async function revoke(endpoint: RevocationEndpoint, token: string, hint: string): Promise<void> {
  const { revokeURL, config } = endpoint;
  try {
    const response = await revocationRequest(
      { issuer: revokeURL.origin, revocation_endpoint: revokeURL.href },
      { client_id: config.clientId },
      toClientAuth(endpoint),
      token,
      { additionalParameters: { token_type_hint: hint }, ...toRequestOptions(revokeURL, endpoint) },
    );
    await processRevocationResponse(response);
  } catch (error) {
    if (error instanceof OAuthError) throw error;
    throw new OAuthError("token_refused", `The provider did not revoke the ${hint}.`);
  }
}
