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
import { readProviderError } from "../provider/normalise-token-response.ts";
import { resolveConfig, resolveUrl } from "../settings/resolve-config.ts";

/** What is revoked, by the names that are also RFC 7009's hints. The access token may end with the refresh token. */
const revocable = ["refresh_token", "access_token"] as const;

/** What providers respond about a token that has ended already, though RFC 7009 section 2.2 wants success. */
const endedErrors: ReadonlySet<string> = new Set(["invalid_token", "invalid_grant"]);

/**
 * Ends credentials at the provider (RFC 7009). Call it when an installation is deleted: it ends the credentials of the
 * installation the event is about, and those of a site or space alone where the event is about one.
 *
 * @param source - the same settings that `createOAuthHandler` has
 * @returns whether the provider was asked: not where nobody connected, or where the provider has no revocation URL
 * @throws OAuthError when the provider did not do it
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
