import { OAuthError } from "../common/oauth-error.ts";
import type { ProviderResponse } from "./request-provider.ts";
import { readProviderError } from "./normalize-token-response.ts";

/** Error names that mean a temporary failure, including the placeholder for responses without one. */
const transientErrors: ReadonlySet<string> = new Set([
  "unknown_error",
  "server_error",
  "temporarily_unavailable",
  "rate_limited",
  "too_many_requests",
]);

/**
 * Throws if the provider is temporarily unavailable, as opposed to rejecting the request.
 *
 * @throws OAuthError `provider_unreachable` for 429 and 5xx, unless the body names a permanent error
 */
export function checkAvailable({ status, body }: ProviderResponse): void {
  const cannotServe = status >= 500 || status === 429;
  if (!cannotServe || !transientErrors.has(readProviderError(body))) return;
  throw new OAuthError(
    "provider_unreachable",
    `The OAuth provider is temporarily unavailable (status ${status}).`,
  );
}
