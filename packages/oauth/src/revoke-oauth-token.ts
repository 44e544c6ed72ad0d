import type { DefaultIntegrationTypes, IntegrationTypes } from "@plugboard/api";
import { revocationRequest } from "oauth4webapi";
import { ownedInstallations } from "./credentials/credential-owner.ts";
import { readCredentials } from "./credentials/oauth-credentials.ts";
import type { OAuthConfigSource } from "./oauth-config.ts";
import type { OAuthContext } from "./oauth-context.ts";
import { OAuthError } from "./oauth-error.ts";
import { type OAuthPorts, resolvePorts } from "./oauth-ports.ts";
import { checkAvailable } from "./provider/check-available.ts";
import { parseEndpointURL } from "./provider/endpoint-url.ts";
import { resolveQuirks } from "./provider/provider-quirks.ts";
import { type TokenEndpoint, toClientAuth, toRequestOptions } from "./provider/token-endpoint.ts";
import { readProviderError } from "./provider/token-response.ts";
import { resolveConfig, resolveURL } from "./resolve-config.ts";

/** What is revoked, by the names that are also RFC 7009's hints. The access token may end with the refresh token. */
const revocable = ["refresh_token", "access_token"] as const;

/** What providers answer about a token that has ended already, though RFC 7009 section 2.2 wants success. */
const endedErrors: ReadonlySet<string> = new Set(["invalid_token", "invalid_grant"]);

/**
 * Ends credentials at the provider (RFC 7009). Call it when an installation is deleted: it ends the credentials of the
 * installation the event is about, and those of a site or space alone where the event is about one.
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
  const [owned] = ownedInstallations(context.environment);
  const credentials = owned && readCredentials(owned.installation.configuration);
  if (owned === undefined || credentials === undefined) return false;
  const config = resolveConfig(source, context.environment);
  const tokenURL = resolveURL(config.accessTokenURL, owned.installation);
  const accessTokenURL = parseEndpointURL("accessTokenURL", tokenURL);
  const revokeURL = config.revokeURL ?? resolveQuirks(accessTokenURL, config.quirks).revokeURL;
  if (revokeURL === undefined) return false;

  const endpoint = {
    revokeURL: parseEndpointURL("revokeURL", resolveURL(revokeURL, owned.installation)),
    config,
    ports: resolvePorts(context, ports),
  };
  const endings = await Promise.allSettled(
    revocable.map((kind) => revoke(endpoint, kind, credentials[kind])),
  );
  const failed = endings.find((ending) => ending.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return true;
}

interface RevocationEndpoint extends Pick<TokenEndpoint, "config" | "ports"> {
  readonly revokeURL: URL;
}

async function revoke(
  endpoint: RevocationEndpoint,
  kind: (typeof revocable)[number],
  token: string | undefined,
): Promise<void> {
  if (token === undefined || token === "") return;
  const { revokeURL, config } = endpoint;
  const response = await revocationRequest(
    { issuer: revokeURL.origin, revocation_endpoint: revokeURL.href },
    { client_id: config.clientId },
    toClientAuth(endpoint),
    token,
    { additionalParameters: { token_type_hint: kind }, ...toRequestOptions(revokeURL, endpoint) },
  );
  if (response.ok) return;
  const body = await response.text();
  const providerError = readProviderError(body);
  if (endedErrors.has(providerError)) return;
  checkAvailable({ status: response.status, body });
  throw new OAuthError("token_refused", `The provider did not revoke the ${kind}: ${providerError}.`, {
    providerError,
  });
}
