import { isRecord } from "../common/is-record.ts";
import type { ExtractCredentials } from "../settings/oauth-config.ts";
import { OAuthError } from "../common/oauth-error.ts";
import type { TokenSuccess } from "../settings/token-response.ts";
import type { RefreshLease } from "./refresh-lease.ts";

/** Credentials as they are stored under `configuration.oauth_credentials`. Fields of the integration's own are kept. */
export interface OAuthCredentials {
  readonly access_token: string;
  readonly token_type?: string;
  readonly refresh_token?: string;
  /** Unix seconds. Without it the access token is used until the provider refuses it. */
  readonly expires_at?: number;
  readonly scope?: string;
  /** The provider refused the refresh token: only a person can connect again. */
  readonly needs_reauth?: boolean;
  /** One process refreshes; the others wait until it is done or its time is over. */
  readonly refresh_lease?: RefreshLease;
  readonly [field: string]: unknown;
}

const tokenFields = ["access_token", "token_type", "refresh_token", "expires_at", "scope"] as const;

/**
 * Keeps the tokens, their expiry and their scope: what a handler without an `extractCredentials` of its own uses, and
 * what one with its own can begin from.
 *
 * @throws OAuthError `token_refused` when the provider responded with an error
 *
 * @example
 * ```ts
 * import { type ExtractCredentials, extractCredentials } from "@plugboard/oauth";
 *
 * // Stores the name of the team beside the tokens.
 * export const withTeam: ExtractCredentials = (response) => {
 *   const extracted = extractCredentials(response);
 *   const team = response.ok ? response["team"] : undefined;
 *   return { ...extracted, externalIds: typeof team === "string" ? [team] : [] };
 * };
 * ```
 */
export const extractCredentials: ExtractCredentials = (response) => {
  if (!response.ok) {
    const message = `The provider refused to give tokens: ${response.error}.`;
    throw new OAuthError("token_refused", message, { providerError: response.error });
  }
  return { configuration: { oauth_credentials: toCredentials(response) } };
};

/** Credentials for new tokens. */
function toCredentials(tokens: TokenSuccess): OAuthCredentials {
  const fields = tokenFields.filter((field) => tokens[field] !== undefined);
  return {
    access_token: tokens.access_token,
    ...Object.fromEntries(fields.map((field) => [field, tokens[field]])),
  };
}

/**
 * Credentials after a refresh. What the provider did not send again stays: the refresh token above all (RFC 6749
 * section 6), the scope, and fields of the integration's own. The old expiry does not: it was the old token's.
 */
export function refreshCredentials(old: OAuthCredentials, tokens: TokenSuccess): OAuthCredentials {
  const { expires_at: _expiry, refresh_lease: _lease, needs_reauth: _mark, ...kept } = old;
  return { ...kept, ...toCredentials(tokens) };
}

/** The credentials in a configuration; `undefined` when there are none, or none of this form. */
export function readCredentials(configuration: object): OAuthCredentials | undefined {
  const credentials: unknown = "oauth_credentials" in configuration && configuration.oauth_credentials;
  return isCredentials(credentials) ? credentials : undefined;
}

/** Whether a value can be stored as credentials. */
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
