import type { DefaultIntegrationTypes, IntegrationTypes } from "@plugboard/api";
import { parseEndpointURL } from "./provider/endpoint-url.ts";
import type { OAuthConfigSource } from "./oauth-config.ts";
import { findConnection, notConnected } from "./credentials/oauth-connection.ts";
import type { OAuthContext } from "./oauth-context.ts";
import { type OAuthPorts, resolvePorts } from "./oauth-ports.ts";
import { resolveConfig, resolveURL } from "./resolve-config.ts";
import { isFresh } from "./credentials/is-fresh.ts";
import { leaseMilliseconds } from "./credentials/refresh-lease.ts";
import { refreshOAuthToken, type RefreshSetting } from "./credentials/refresh-oauth-token.ts";

/** A refresh in flight in this process. */
interface RunningRefresh {
  readonly token: Promise<string>;
  /** Milliseconds since the epoch. Some runtimes drop the work of a request that was cut off, without an end. */
  readonly expiresAt: number;
}

// Calls that hold the same outdated token share one refresh.
const refreshes = new Map<string, RunningRefresh>();

/**
 * An access token that works: the stored one, or a new one when that expires within a minute. However many calls and
 * processes ask at once, the provider sees one refresh.
 *
 * @param source - the same settings that `createOAuthHandler` has
 * @throws OAuthError `not_connected` before anybody connected; `needs_reauth` when only a person can connect again;
 * others, which say whether they are `retryable`, when the provider or the platform cannot be reached
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
  const accessTokenURL = resolveURL(config.accessTokenURL, connection.installation);
  const setting = {
    accessTokenURL: parseEndpointURL("accessTokenURL", accessTokenURL),
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
