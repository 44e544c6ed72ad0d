/**
 * The `code` of an `OAuthError`.
 *
 * - `configuration_invalid`: a URL or setting of the handler is unsafe or missing
 * - `request_invalid`: the request to the handler is neither the start of a flow nor a provider's redirect
 * - `installation_missing`: a flow was started outside of any installation
 * - `state_missing`, `state_unknown`, `state_expired`, `state_mismatch`, `state_reused`: the redirect doesn't
 *   belong to a flow that this browser started for this installation in the last ten minutes, or was already
 *   used
 * - `issuer_missing`, `issuer_mismatch`: the redirect came from another authorization server (RFC 9207)
 * - `provider_denied`: the provider or the user denied access
 * - `provider_unreachable`: the provider can't be reached or is temporarily unavailable
 * - `provider_timeout`, `provider_redirected`, `response_too_large`, `response_invalid`: the provider's
 *   response is missing or unusable
 * - `token_refused`: the provider rejected the token request with an error
 * - `credentials_invalid`: `extractCredentials` threw or returned no valid credentials
 * - `storage_failed`: the credentials couldn't be read or stored
 * - `not_connected`: there are no credentials yet
 * - `needs_reauth`: the credentials have expired and can't be refreshed; a person has to reconnect
 * - `refresh_busy`: another process took too long to refresh
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

// Users can fix these in the installation's settings, so they see the message.
const exposedCodes: ReadonlySet<OAuthErrorCode> = new Set(["not_connected", "needs_reauth"]);

/**
 * Thrown by this package. The message and fields never contain a token, code or secret, nor any part of a
 * provider's response except the short error name in {@link OAuthError.providerError}, so the error is safe
 * to log.
 */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: OAuthErrorCode;
  /** The provider's own error name (RFC 6749 sections 4.1.2.1 and 5.2), if it sent one. */
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
   * Whether to show the message to the user, because they need to connect their account. The runtime then
   * responds with `status` and the message instead of an internal server error.
   */
  get expose(): boolean {
    return exposedCodes.has(this.code);
  }

  /** The HTTP status of the response: 409 for a missing connection, otherwise 500. */
  get status(): number {
    return this.expose ? 409 : 500;
  }

  /** Whether the same call can succeed later without any change. */
  get retryable(): boolean {
    return retryableCodes.has(this.code);
  }
}
