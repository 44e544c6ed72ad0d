/**
 * What went wrong in an OAuth flow, a refresh or a revocation.
 *
 * - `configuration_invalid`: a URL or setting of the handler cannot be used safely
 * - `request_invalid`: the handler was called in a way no browser or provider would
 * - `installation_missing`: a flow was started outside any installation
 * - `state_missing`, `state_unknown`, `state_expired`, `state_mismatch`, `state_reused`: the redirect does not belong to
 *   a flow this browser began, for this installation, less than ten minutes ago, once
 * - `issuer_missing`, `issuer_mismatch`: the redirect came from another authorization server (RFC 9207)
 * - `provider_denied`: the provider or the user said no
 * - `provider_unreachable`: the provider could not be reached, or said that it cannot serve for now
 * - `provider_timeout`, `provider_redirected`, `response_too_large`, `response_invalid`: the provider's response could not be
 *   had or read
 * - `token_refused`: the provider refused the token request with an error
 * - `credentials_invalid`: `extractCredentials` threw, or gave nothing to store
 * - `storage_failed`: the credentials could not be read or stored
 * - `not_connected`: there are no credentials yet
 * - `needs_reauth`: the credentials no longer work and cannot be refreshed; a person has to connect again
 * - `refresh_busy`: another process held the refresh for too long
 */
export type OAuthErrorCode =
  | "configuration_invalid"
  | "request_invalid"
  | "installation_missing"
  | "state_missing"
  | "state_unknown"
  | "state_expired"
  | "state_mismatch"
  | "state_reused"
  | "issuer_missing"
  | "issuer_mismatch"
  | "provider_denied"
  | "provider_unreachable"
  | "provider_timeout"
  | "provider_redirected"
  | "response_too_large"
  | "response_invalid"
  | "token_refused"
  | "credentials_invalid"
  | "storage_failed"
  | "not_connected"
  | "needs_reauth"
  | "refresh_busy";

const retryableCodes: ReadonlySet<OAuthErrorCode> = new Set([
  "provider_unreachable",
  "provider_timeout",
  "storage_failed",
  "refresh_busy",
]);

// Somebody can mend these in the installation's settings, so they see the message.
const exposedCodes: ReadonlySet<OAuthErrorCode> = new Set(["not_connected", "needs_reauth"]);

/**
 * The one error of this package. Its message and fields never hold a token, a code, a secret or a part of a provider's
 * response other than the short error name in {@link OAuthError.providerError}, so it is safe to log.
 */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: OAuthErrorCode;
  /** The provider's own error name (RFC 6749 sections 4.1.2.1 and 5.2), where it gave one. */
  readonly providerError: string | undefined;

  constructor(
    code: OAuthErrorCode,
    message: string,
    options: { readonly providerError?: string | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.providerError = options.providerError;
  }

  /**
   * Whether the message is meant for whoever uses the integration, which is so when they have to connect their account.
   * The runtime then responds with `status` and the message, instead of with an internal server error.
   */
  get expose(): boolean {
    return exposedCodes.has(this.code);
  }

  /** HTTP status to respond with: 409 for an account that is not connected, otherwise 500. */
  get status(): number {
    return this.expose ? 409 : 500;
  }

  /** Whether the same call may succeed later without anybody changing anything. */
  get retryable(): boolean {
    return retryableCodes.has(this.code);
  }
}
