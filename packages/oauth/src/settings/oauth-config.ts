import type { Configuration, DefaultIntegrationTypes, Environment, IntegrationTypes } from "@plugboard/api";
import type { OwnerInstallation } from "./credential-owner.ts";
import type { ProviderQuirks } from "./provider-quirks.ts";
import type { TokenResponse } from "./token-response.ts";

/** A URL, or a function that returns it for an installation, for providers with a URL per customer. */
export type InstallationUrl<T extends IntegrationTypes = DefaultIntegrationTypes> =
  | string
  | ((installation: OwnerInstallation<T>) => string);

/** The data that a flow stores in the installation that started it. */
export interface ExtractedCredentials {
  /**
   * The settings to store. `oauth_credentials` with the access token is required. Other settings are stored
   * unchanged.
   */
  readonly configuration: Configuration & { readonly oauth_credentials: { readonly access_token: string } };
  /** IDs of the installation at the provider, such as a team ID. */
  readonly externalIds?: readonly string[];
}

/**
 * Extracts the credentials to store from the provider's response. It must throw if `response.ok` is false;
 * credentials are never stored in that case.
 */
export type ExtractCredentials = (
  response: TokenResponse,
) => ExtractedCredentials | Promise<ExtractedCredentials>;

/** Settings of an OAuth handler (see docs/conformance.md#oauth-client-id and following). */
export interface OAuthConfig<T extends IntegrationTypes = DefaultIntegrationTypes> {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The authorization URL. https, or http on localhost. */
  readonly authorizeURL: InstallationUrl<T>;
  /** The URL for exchanging codes and refreshing tokens. https, or http on localhost. */
  readonly accessTokenURL: InstallationUrl<T>;
  /**
   * The redirect URL, exactly as registered at the provider. Defaults to the integration's public endpoint
   * followed by `/oauth`.
   */
  readonly redirectURL?: InstallationUrl<T>;
  /** The URL for revoking tokens (RFC 7009). */
  readonly revokeURL?: InstallationUrl<T>;
  readonly scopes?: readonly string[];
  /** The `prompt` parameter, such as `consent`. */
  readonly prompt?: string;
  /** Chooses the credentials to store. Defaults to the tokens, their expiry and their scope. */
  readonly extractCredentials?: ExtractCredentials;
  /**
   * The client authentication method (RFC 6749 section 2.3.1). Defaults to `post`, which most providers
   * accept.
   */
  readonly clientAuthentication?: "basic" | "post";
  /**
   * The provider's issuer identifier. If set, redirects need a matching `iss` (RFC 9207), and an `id_token`
   * is checked against it. Otherwise, an `iss` must be on the host of `authorizeURL`.
   */
  readonly issuer?: InstallationUrl<T>;
  /**
   * The key that encrypts the state of flows in flight: at least 32 random characters. By default, derived
   * from `clientSecret`, which is safe if the provider generated the secret.
   */
  readonly stateKey?: string;
  /** The timeout of a request to the provider, from connecting to the last byte. Defaults to 10,000. */
  readonly timeoutMilliseconds?: number;
  /** Overrides of the known deviations of the provider. */
  readonly quirks?: ProviderQuirks;
}

/** Settings, or a function that returns them for an environment, which contains the secrets. */
export type OAuthConfigSource<T extends IntegrationTypes = DefaultIntegrationTypes> =
  | OAuthConfig<T>
  | ((environment: Environment<T>) => OAuthConfig<T>);

/** The default timeout of a request to a provider (ms). */
export const defaultTimeoutMilliseconds = 10_000;
