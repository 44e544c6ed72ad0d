import type { DefaultIntegrationTypes, IntegrationTypes } from "@plugboard/api";
import { parseEndpointUrl } from "../provider/endpoint-url.ts";
import type { OAuthConfigSource } from "../settings/oauth-config.ts";
import { findConnection, notConnected } from "./oauth-connection.ts";
import type { OAuthContext } from "../settings/oauth-context.ts";
import { type OAuthPorts, resolvePorts } from "../ports/oauth-ports.ts";
import { resolveConfig, resolveUrl } from "../settings/resolve-config.ts";
import { isFresh } from "./is-fresh.ts";
import { leaseMilliseconds } from "./refresh-lease.ts";
import { refreshOAuthToken, type RefreshSetting } from "./refresh-oauth-token.ts";

/** A refresh in flight in this process. */
interface RunningRefresh {
  readonly token: Promise<string>;
  /** Unix time (ms). Some runtimes drop the work of an aborted request, so it never settles. */
  readonly expiresAt: number;
}

// Calls with the same outdated token share one refresh.
const refreshes = new Map<string, RunningRefresh>();

/**
 * Returns a valid access token: the stored one, or a new one if that expires within a minute. Concurrent
 * calls and processes cause only one refresh.
 *
 * @param source - the settings passed to `createOAuthHandler`
 * @throws OAuthError `not_connected` if there is no connection; `needs_reauth` if a person has to reconnect;
 * other codes, with `retryable`, if the provider or the platform can't be reached
 *
 * @example
 * ```ts
 * import { getOAuthToken, type OAuthConfigSource, type OAuthContext } from "@plugboard/oauth";
 *
 * const settings: OAuthConfigSource = ({ secrets }) => ({
 *   clientId: secrets["CLIENT_ID"] ?? "",
 *   clientSecret: secrets["CLIENT_SECRET"] ?? "",
 *   authorizeURL: "https://chat.example/authorize",
 *   accessTokenURL: "https://chat.example/token",
 * });
 *
 * export async function postMessage(context: OAuthContext, text: string): Promise<void> {
 *   const token = await getOAuthToken(context, settings);
 *   await fetch("https://chat.example/messages", {
 *     method: "POST",
 *     headers: { authorization: `Bearer ${token}` },
 *     body: text,
 *   });
 * }
 * ```
 */
export async function getOAuthToken<T extends IntegrationTypes = DefaultIntegrationTypes>(
  context: OAuthContext<T>,
  source: OAuthConfigSource<T>,
  ports: Partial<OAuthPorts> = {},
): Promise<string> {
  const { environment } = context;
  const connection = findConnection(environment);
  if (connection === undefined) throw notConnected();
  const resolved = resolvePorts(context, ports);
  if (isFresh(connection.credentials, resolved.now())) return connection.credentials.access_token;

  const config = resolveConfig(source, environment);
  const accessTokenURL = resolveUrl(config.accessTokenURL, connection.installation);
  const setting = {
    accessTokenURL: parseEndpointUrl("accessTokenURL", accessTokenURL),
    issuer: undefined,
    config,
    ports: resolved,
  };
  return shareRefresh([environment.apiEndpoint, environment.integration.name, connection], setting, () =>
    refreshOAuthToken(connection.owner, setting),
  );
}

async function shareRefresh(
  subject: readonly unknown[],
  { config, ports }: RefreshSetting,
  refresh: () => Promise<string>,
): Promise<string> {
  const key = JSON.stringify(subject);
  const running = refreshes.get(key);
  if (running !== undefined && running.expiresAt > ports.now()) return running.token;
  const token = refresh().finally(() => refreshes.delete(key));
  refreshes.set(key, { token, expiresAt: ports.now() + leaseMilliseconds(config) });
  return token;
}
