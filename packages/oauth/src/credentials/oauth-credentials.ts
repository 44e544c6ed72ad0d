import { isRecord } from "../common/is-record.ts";
import type { ExtractCredentials } from "../settings/oauth-config.ts";
import { OAuthError } from "../common/oauth-error.ts";
import type { TokenSuccess } from "../settings/token-response.ts";
import type { RefreshLease } from "./refresh-lease.ts";

/** Credentials as stored under `configuration.oauth_credentials`. The integration's own fields are kept. */
export interface OAuthCredentials {
  readonly access_token: string;
  readonly token_type?: string;
  readonly refresh_token?: string;
  /** Unix seconds. If not set, the access token is used until the provider rejects it. */
  readonly expires_at?: number;
  readonly scope?: string;
  /** Whether the provider rejected the refresh token, so that a person has to reconnect. */
  readonly needs_reauth?: boolean;
  /** Held by the process that refreshes. Others wait until it is released or expires. */
  readonly refresh_lease?: RefreshLease;
  readonly [field: string]: unknown;
}

const tokenFields = ["access_token", "token_type", "refresh_token", "expires_at", "scope"] as const;

/**
 * Extracts the tokens, their expiry and their scope. Used by default; your own `extractCredentials` can start
 * from it.
 *
 * @throws OAuthError `token_refused` if the provider responded with an error
 *
 * @example
 * ```ts
 * import { type ExtractCredentials, extractCredentials } from "@plugboard/oauth";
 *
 * // Stores the name of the team with the tokens.
 * export const withTeam: ExtractCredentials = (response) => {
 *   const extracted = extractCredentials(response);
 *   const team = response.ok ? response["team"] : undefined;
 *   return { ...extracted, externalIds: typeof team === "string" ? [team] : [] };
 * };
 * ```
 */
export const extractCredentials: ExtractCredentials = (response) => {
  if (!response.ok) {
    const message = `The provider rejected the token request: ${response.error}.`;
    throw new OAuthError("token_refused", message, { providerError: response.error });
  }
  return { configuration: { oauth_credentials: toCredentials(response) } };
};

/** Converts new tokens into credentials. */
function toCredentials(tokens: TokenSuccess): OAuthCredentials {
  const fields = tokenFields.filter((field) => tokens[field] !== undefined);
  return {
    access_token: tokens.access_token,
    ...Object.fromEntries(fields.map((field) => [field, tokens[field]])),
  };
}

/**
 * Returns the credentials after a refresh. Fields that the provider didn't return are kept: the refresh token
 * (RFC 6749 section 6), the scope and the integration's own fields. The old expiry is dropped, because it
 * belonged to the old token.
 */
export function refreshCredentials(old: OAuthCredentials, tokens: TokenSuccess): OAuthCredentials {
  const { expires_at: _expiry, refresh_lease: _lease, needs_reauth: _mark, ...kept } = old;
  return { ...kept, ...toCredentials(tokens) };
}

/** Returns the credentials in a configuration, or `undefined` if they are missing or invalid. */
export function readCredentials(configuration: object): OAuthCredentials | undefined {
  const credentials: unknown = "oauth_credentials" in configuration && configuration.oauth_credentials;
  return isCredentials(credentials) ? credentials : undefined;
}

/** Returns whether a value can be stored as credentials. */
export function isCredentials(value: unknown): value is OAuthCredentials {
  return (
    isRecord(value) &&
    typeof value.access_token === "string" &&
    value.access_token !== "" &&
    isOptional(value.refresh_token, "string") &&
    isOptional(value.expires_at, "number") &&
    (value.refresh_lease === undefined || isLease(value.refresh_lease))
  );
}

function isLease(value: unknown): value is RefreshLease {
  return isRecord(value) && typeof value.id === "string" && typeof value.expires_at === "number";
}

function isOptional(value: unknown, type: "string" | "number"): boolean {
  return value === undefined || typeof value === type;
}
