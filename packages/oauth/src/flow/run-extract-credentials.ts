import { isRecord } from "../common/is-record.ts";
import type { ExtractCredentials, ExtractedCredentials } from "../settings/oauth-config.ts";
import { extractCredentials, isCredentials } from "../credentials/oauth-credentials.ts";
import { OAuthError } from "../common/oauth-error.ts";
import type { TokenResponse } from "../settings/token-response.ts";

/**
 * Runs the handler's `extractCredentials`. Rejects an error response even if the function doesn't throw.
 *
 * @throws OAuthError `token_refused`, `credentials_invalid`
 */
export async function runExtractCredentials(
  extract: ExtractCredentials = extractCredentials,
  response: TokenResponse,
): Promise<ExtractedCredentials> {
  const extracted = await extractOrExplain(extract, response);
  if (!response.ok) throw refused(response.error);
  if (isExtracted(extracted)) return extracted;
  throw new OAuthError(
    "credentials_invalid",
    "extractCredentials must return { configuration: { oauth_credentials: { access_token } } } with fields of the correct types.",
  );
}

async function extractOrExplain(extract: ExtractCredentials, response: TokenResponse): Promise<unknown> {
  try {
    return await extract(response);
  } catch (error) {
    if (!response.ok) throw refused(response.error);
    // The integration's own message may quote the token, so only the name is used.
    const name = error instanceof Error ? error.name : typeof error;
    throw new OAuthError("credentials_invalid", `extractCredentials threw ${name}.`);
  }
}

function refused(providerError: string): OAuthError {
  return new OAuthError("token_refused", `The provider rejected the token request: ${providerError}.`, {
    providerError,
  });
}

function isExtracted(value: unknown): value is ExtractedCredentials {
  return (
    isRecord(value) && isRecord(value.configuration) && isCredentials(value.configuration.oauth_credentials)
  );
}
