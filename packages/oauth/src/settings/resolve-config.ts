import type { Environment, IntegrationTypes } from "@plugboard/api";
import type { OwnerInstallation } from "./credential-owner.ts";
import type { InstallationUrl, OAuthConfig, OAuthConfigSource } from "./oauth-config.ts";
import { OAuthError } from "../common/oauth-error.ts";

/** The minimum length of `stateKey`: 32 random characters can't be guessed. */
const minStateKeyLength = 32;

/**
 * Returns the settings for an environment.
 *
 * @throws OAuthError `configuration_invalid` if a secret is missing, because flows would be encrypted with a
 * known key
 */
export function resolveConfig<T extends IntegrationTypes>(
  source: OAuthConfigSource<T>,
  environment: Environment<T>,
): OAuthConfig<T> {
  const config = typeof source === "function" ? source(environment) : source;
  if (config.clientId === "") throw invalid("clientId is empty");
  if (config.clientSecret === "") throw invalid("clientSecret is empty");
  if (config.stateKey !== undefined && config.stateKey.length < minStateKeyLength) {
    throw invalid(`stateKey has fewer than ${minStateKeyLength} characters`);
  }
  return config;
}

/** Returns the URL for an installation. */
export function resolveUrl<T extends IntegrationTypes>(
  url: InstallationUrl<T>,
  installation: OwnerInstallation<T>,
): string {
  return typeof url === "function" ? url(installation) : url;
}

function invalid(problem: string): OAuthError {
  return new OAuthError(
    "configuration_invalid",
    `The OAuth setting ${problem}. Set the secret of the integration, or correct the handler.`,
  );
}
