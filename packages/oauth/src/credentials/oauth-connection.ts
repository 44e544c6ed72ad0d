import type { Environment, IntegrationTypes } from "@plugboard/api";
import { type OwnedInstallation, ownedInstallations } from "../settings/credential-owner.ts";
import { type OAuthCredentials, readCredentials } from "./oauth-credentials.ts";
import { OAuthError } from "../common/oauth-error.ts";

/** Credentials and the installation that owns them. */
export interface OAuthConnection<T extends IntegrationTypes> extends OwnedInstallation<T> {
  readonly credentials: OAuthCredentials;
}

/**
 * Returns the connection of an environment: that of the most specific resource with credentials, otherwise the
 * organization's.
 */
export function findConnection<T extends IntegrationTypes>(
  environment: Environment<T>,
): OAuthConnection<T> | undefined {
  for (const owned of ownedInstallations(environment)) {
    const credentials = readCredentials(owned.installation.configuration);
    if (credentials !== undefined) return { ...owned, credentials };
  }
  return undefined;
}

/** Creates the error for an installation without credentials. */
export function notConnected(): OAuthError {
  return new OAuthError(
    "not_connected",
    "The installation has no OAuth credentials yet. Connect it in its settings.",
  );
}
