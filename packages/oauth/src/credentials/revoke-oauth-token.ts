import type { DefaultIntegrationTypes, IntegrationTypes } from "@plugboard/api";
import { revocationRequest } from "oauth4webapi";
import { ownedInstallations } from "../settings/credential-owner.ts";
import { readCredentials } from "./oauth-credentials.ts";
import type { OAuthConfigSource } from "../settings/oauth-config.ts";
import type { OAuthContext } from "../settings/oauth-context.ts";
import { OAuthError } from "../common/oauth-error.ts";
import { type OAuthPorts, resolvePorts } from "../ports/oauth-ports.ts";
import { checkAvailable } from "../provider/check-available.ts";
import { parseEndpointUrl } from "../provider/endpoint-url.ts";
import { resolveQuirks } from "../settings/provider-quirks.ts";
import { type TokenEndpoint, toClientAuth, toRequestOptions } from "../provider/token-endpoint.ts";
import { readProviderError } from "../provider/normalize-token-response.ts";
import { resolveConfig, resolveUrl } from "../settings/resolve-config.ts";

/**
 * The tokens to revoke; the names are also the type hints of RFC 7009. Revoking the refresh token can revoke
 * the access token too.
 */
const revocable = ["refresh_token", "access_token"] as const;

/**
 * Some providers return these for a token that has already ended, although RFC 7009 section 2.2 requires
 * success.
 */
const endedErrors: ReadonlySet<string> = new Set(["invalid_token", "invalid_grant"]);

/**
 * Revokes credentials at the provider (RFC 7009). Call it when an installation is deleted. It revokes the
 * credentials of the installation in the event, or only those of a resource if the event is about one.
 *
 * @param source - the settings passed to `createOAuthHandler`
 * @returns false if there was nothing to revoke: no connection, or no revocation URL
 * @throws OAuthError if the revocation failed
 *
 * @example
 * ```ts
 * import { type OAuthConfigSource, type OAuthContext, revokeOAuthToken } from "@plugboard/oauth";
 *
 * const settings: OAuthConfigSource = ({ secrets }) => ({
 *   clientId: secrets["CLIENT_ID"] ?? "",
 *   clientSecret: secrets["CLIENT_SECRET"] ?? "",
 *   authorizeURL: "https://chat.example/authorize",
 *   accessTokenURL: "https://chat.example/token",
 *   revokeURL: "https://chat.example/revoke",
 * });
 *
 * export const events = {
 *   installation_deleted: async (_event: unknown, context: OAuthContext): Promise<void> => {
 *     await revokeOAuthToken(context, settings);
 *   },
 * };
 * ```
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
  const tokenUrl = resolveUrl(config.accessTokenURL, owned.installation);
  const accessTokenURL = parseEndpointUrl("accessTokenURL", tokenUrl);
  const revokeURL = config.revokeURL ?? resolveQuirks(accessTokenURL, config.quirks).revokeURL;
  if (revokeURL === undefined) return false;

  const endpoint = {
    revokeURL: parseEndpointUrl("revokeURL", resolveUrl(revokeURL, owned.installation)),
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
