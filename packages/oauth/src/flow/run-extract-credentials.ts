import { isRecord } from "../common/is-record.ts";
import type { ExtractCredentials, ExtractedCredentials } from "../settings/oauth-config.ts";
import { extractCredentials, isCredentials } from "../credentials/oauth-credentials.ts";
import { OAuthError } from "../common/oauth-error.ts";
import type { TokenResponse } from "../settings/token-response.ts";

/**
 * Lets the handler's `extractCredentials` choose what to store. A response that is not ok ends here, even when the
 * function forgets to throw.
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
    "extractCredentials returned no { configuration: { oauth_credentials: { access_token } } }, or one with fields of the wrong type.",
  );
}

async function extractOrExplain(extract: ExtractCredentials, response: TokenResponse): Promise<unknown> {
  try {
    return await extract(response);
  } catch (error) {
    if (!response.ok) throw refused(response.error);
    // The message is the integration's own and may quote the token, so only the name goes further.
    const name = error instanceof Error ? error.name : typeof error;
    throw new OAuthError("credentials_invalid", `extractCredentials threw ${name}.`);
  }
}

function refused(providerError: string): OAuthError {
  return new OAuthError("token_refused", `The provider refused to give tokens: ${providerError}.`, {
    providerError,
  });
}

function isExtracted(value: unknown): value is ExtractedCredentials {
  return (
    isRecord(value) && isRecord(value.configuration) && isCredentials(value.configuration.oauth_credentials)
  );
}
