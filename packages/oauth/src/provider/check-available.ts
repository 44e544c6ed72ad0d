import { OAuthError } from "../common/oauth-error.ts";
import type { ProviderResponse } from "./request-provider.ts";
import { readProviderError } from "./normalise-token-response.ts";

/** Names that providers give to a failure that passes, and the one for a response that names none. */
const passingErrors: ReadonlySet<string> = new Set([
  "unknown_error",
  "server_error",
  "temporarily_unavailable",
  "rate_limited",
  "too_many_requests",
]);

/**
 * Distinguishes a provider that cannot serve for now from one that refuses.
 *
 * @throws OAuthError `provider_unreachable` for 429 and 5xx, unless the body names an error that lasts
 */
export function checkAvailable({ status, body }: ProviderResponse): void {
  const cannotServe = status >= 500 || status === 429;
  if (!cannotServe || !passingErrors.has(readProviderError(body))) return;
  throw new OAuthError(
    "provider_unreachable",
    `The OAuth provider responded with status ${status}: it cannot serve for now.`,
  );
}
