import type { Environment, IntegrationTypes } from "@plugboard/api";
import type { OwnerInstallation } from "./credential-owner.ts";
import type { InstallationUrl, OAuthConfig, OAuthConfigSource } from "./oauth-config.ts";
import { OAuthError } from "../common/oauth-error.ts";

/** Shortest `stateKey` that is taken, in characters: nobody finds 32 random ones by trying. */
const minStateKeyLength = 32;

/**
 * Settings for one environment.
 *
 * @throws OAuthError `configuration_invalid` when a secret is missing: flows would be sealed with a key anybody knows
 */
export function resolveConfig<T extends IntegrationTypes>(
  source: OAuthConfigSource<T>,
  environment: Environment<T>,
): OAuthConfig<T> {
  const config = typeof source === "function" ? source(environment) : source;
  if (config.clientId === "") throw invalid("clientId is empty");
  if (config.clientSecret === "") throw invalid("clientSecret is empty");
  if (config.stateKey !== undefined && config.stateKey.length < minStateKeyLength) {
    throw invalid(`stateKey has less than ${minStateKeyLength} characters`);
  }
  return config;
}

/** The URL for one installation. */
export function resolveUrl<T extends IntegrationTypes>(
  url: InstallationUrl<T>,
  installation: OwnerInstallation<T>,
): string {
  return typeof url === "function" ? url(installation) : url;
}

function invalid(problem: string): OAuthError {
  return new OAuthError(
    "configuration_invalid",
    `The OAuth setting ${problem}. Give the integration this secret, or correct the handler.`,
  );
}
