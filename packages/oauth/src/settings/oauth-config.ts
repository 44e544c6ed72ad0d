import type { Configuration, DefaultIntegrationTypes, Environment, IntegrationTypes } from "@plugboard/api";
import type { OwnerInstallation } from "./credential-owner.ts";
import type { ProviderQuirks } from "./provider-quirks.ts";
import type { TokenResponse } from "./token-response.ts";

/** A URL, or a function that makes it for an installation: some providers have one address for each customer. */
export type InstallationUrl<T extends IntegrationTypes = DefaultIntegrationTypes> =
  | string
  | ((installation: OwnerInstallation<T>) => string);

/** What a flow stores with the installation that started it. */
export interface ExtractedCredentials {
  /** Settings to store; `oauth_credentials` must be there and hold the access token. Others are kept as they are. */
  readonly configuration: Configuration & { readonly oauth_credentials: { readonly access_token: string } };
  /** Names of the installation at the provider, such as a team id. */
  readonly externalIds?: readonly string[];
}

/**
 * Takes the credentials to store from the provider's response. It must throw when `response.ok` is false; nothing is
 * stored then, whatever it does.
 */
export type ExtractCredentials = (
  response: TokenResponse,
) => ExtractedCredentials | Promise<ExtractedCredentials>;

/** Settings of an OAuth handler (docs/conformance.md#oauth-client-id and what follows, and this platform's additions). */
export interface OAuthConfig<T extends IntegrationTypes = DefaultIntegrationTypes> {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where users are sent to authorize. https, or http on localhost. */
  readonly authorizeURL: InstallationUrl<T>;
  /** Where the code is exchanged and tokens are refreshed. https, or http on localhost. */
  readonly accessTokenURL: InstallationUrl<T>;
  /**
   * Where the provider sends the user back, registered there exactly so. The integration's public endpoint followed by
   * `/oauth` when absent.
   */
  readonly redirectURL?: InstallationUrl<T>;
  /** Where tokens are revoked (RFC 7009). */
  readonly revokeURL?: InstallationUrl<T>;
  readonly scopes?: readonly string[];
  /** How the provider prompts the user, such as `consent`. */
  readonly prompt?: string;
  /** Keeps the tokens, their expiry and their scope when absent. */
  readonly extractCredentials?: ExtractCredentials;
  /** How the client proves itself to the provider (RFC 6749 section 2.3.1). `post`, which most accept, when absent. */
  readonly clientAuthentication?: "basic" | "post";
  /**
   * The provider's issuer identifier. When given, a redirect without a matching `iss` is refused (RFC 9207) and an
   * `id_token` is checked against it. When absent, an `iss` must at least be on the host of `authorizeURL`.
   */
  readonly issuer?: InstallationUrl<T>;
  /**
   * Encrypts the state of flows in flight: at least 32 random characters. Derived from `clientSecret` when absent, which
   * is sound for a secret that the provider made.
   */
  readonly stateKey?: string;
  /** Limit for one request to the provider, connecting and reading included. 10,000 when absent. */
  readonly timeoutMilliseconds?: number;
  /** Corrects what this package knows of the provider. */
  readonly quirks?: ProviderQuirks;
}

/** Settings, or a function that makes them from the environment, where secrets are usually taken from. */
export type OAuthConfigSource<T extends IntegrationTypes = DefaultIntegrationTypes> =
  | OAuthConfig<T>
  | ((environment: Environment<T>) => OAuthConfig<T>);

/** The limit for one request to a provider, in milliseconds, when the settings name none. */
export const defaultTimeoutMilliseconds = 10_000;
