import type { CredentialOwner } from "../settings/credential-owner.ts";
import { isExpired, isFresh } from "./is-fresh.ts";
import { notConnected } from "./oauth-connection.ts";
import { type OAuthCredentials, readCredentials, refreshCredentials } from "./oauth-credentials.ts";
import { createLease, createLeaseWatch, leaseMilliseconds } from "./refresh-lease.ts";
import { OAuthError } from "../common/oauth-error.ts";
import type { OAuthPorts } from "../ports/oauth-ports.ts";
import { refreshTokens, type TokenEndpoint } from "../provider/token-endpoint.ts";
import type { TokenSuccess } from "../settings/token-response.ts";

const pollMilliseconds = 250;
const storeTries = 5;

/** Permanent errors of a refresh (RFC 6749 section 5.2), including names that some providers use. */
const finalErrors: ReadonlySet<string> = new Set([
  "invalid_grant",
  "bad_refresh_token",
  "invalid_refresh_token",
  "token_revoked",
  "token_expired",
]);

/** The token endpoint and the store of the credentials. */
export interface RefreshSetting extends TokenEndpoint {
  readonly ports: Pick<OAuthPorts, "fetch" | "now" | "wait" | "credentialStore">;
}

/**
 * Refreshes the stored credentials of an owner, unless another process just did.
 *
 * A process first writes a lease into the stored credentials, on condition that they are unchanged since it
 * read them. If it loses that race, it waits for the winner's result or for the end of the winner's lease.
 *
 * @returns a fresh access token
 * @throws OAuthError
 */
export async function refreshOAuthToken(owner: CredentialOwner, setting: RefreshSetting): Promise<string> {
  const { credentialStore, now, wait } = setting.ports;
  const lasts = leaseMilliseconds(setting.config);
  const isFree = createLeaseWatch(lasts);
  const giveUpAt = now() + 2 * lasts;
  for (;;) {
    const stored = await credentialStore.read(owner);
    const credentials = stored && readCredentials(stored.configuration);
    if (stored === undefined || credentials === undefined) throw notConnected();
    if (isFresh(credentials, now())) return credentials.access_token;
    if (credentials.needs_reauth === true || !credentials.refresh_token) throw needsReauth();
    if (isFree(credentials.refresh_lease, now())) {
      const token = await refreshUnderLease(owner, setting, credentials, stored.version);
      if (token !== undefined) return token;
    } else if (now() >= giveUpAt) {
      throw new OAuthError("refresh_busy", "Another process took too long to refresh the token. Try again.");
    }
    await wait(pollMilliseconds);
  }
}

/** Returns the token, or `undefined` if the credentials changed meanwhile. */
async function refreshUnderLease(
  owner: CredentialOwner,
  setting: RefreshSetting,
  credentials: OAuthCredentials,
  version: string,
): Promise<string | undefined> {
  const { now, credentialStore } = setting.ports;
  const { refresh_lease: _over, ...current } = credentials;
  const lease = createLease(now(), leaseMilliseconds(setting.config));
  const leased = { configuration: { oauth_credentials: { ...current, refresh_lease: lease } } };
  if ((await credentialStore.write(owner, leased, version)) === undefined) return undefined;

  const outcome = await refreshOnce(setting, current);
  const next = afterRefresh(current, outcome);
  if (!(await storeUnderLease(owner, setting.ports, lease.id, next))) return undefined;
  if ("tokens" in outcome) return next.access_token;
  // An early refresh can fail temporarily: the old token is still valid.
  if (outcome.failure.code !== "needs_reauth" && !isExpired(current, now())) return current.access_token;
  throw outcome.failure;
}

function afterRefresh(current: OAuthCredentials, outcome: RefreshOutcome): OAuthCredentials {
  if ("tokens" in outcome) return refreshCredentials(current, outcome.tokens);
  return outcome.failure.code === "needs_reauth" ? { ...current, needs_reauth: true } : current;
}

type RefreshOutcome = { readonly tokens: TokenSuccess } | { readonly failure: OAuthError };

async function refreshOnce(setting: RefreshSetting, credentials: OAuthCredentials): Promise<RefreshOutcome> {
  try {
    const response = await refreshTokens(setting, credentials.refresh_token ?? "");
    if (response.ok) return { tokens: response };
    if (finalErrors.has(response.error)) return { failure: needsReauth(response.error) };
    const message = `The provider rejected the refresh: ${response.error}.`;
    return { failure: new OAuthError("token_refused", message, { providerError: response.error }) };
  } catch (error) {
    if (error instanceof OAuthError) return { failure: error };
    throw error;
  }
}

/**
 * Replaces the credentials if this process still holds the lease. Retries if other settings change in the
 * meantime or the store fails temporarily, because the provider may have revoked the old refresh token
 * already.
 */
async function storeUnderLease(
  owner: CredentialOwner,
  { credentialStore, wait }: RefreshSetting["ports"],
  leaseId: string,
  credentials: OAuthCredentials,
): Promise<boolean> {
  const change = { configuration: { oauth_credentials: credentials } };
  for (let tries = 1; ; tries += 1) {
    try {
      const stored = await credentialStore.read(owner);
      const held = stored && readCredentials(stored.configuration)?.refresh_lease;
      if (stored === undefined || held?.id !== leaseId) return false;
      if ((await credentialStore.write(owner, change, stored.version)) !== undefined) return true;
    } catch (error) {
      if (tries >= storeTries) throw error;
    }
    await wait(pollMilliseconds);
  }
}

function needsReauth(providerError?: string): OAuthError {
  return new OAuthError(
    "needs_reauth",
    "The OAuth credentials have expired and cannot be refreshed. Reconnect the installation in its settings.",
    { providerError },
  );
}
