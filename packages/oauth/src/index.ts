export { createMemoryCredentialStore, type MemoryInstallation } from "./memory-credential-store.ts";
export { createMemoryReplayGuard } from "./memory-replay-guard.ts";
export { createOAuthHandler, type OAuthHandler } from "./create-oauth-handler.ts";
export { createPlatformCredentialStore } from "./platform-credential-store.ts";
export type { CredentialChange, CredentialStore, StoredConfiguration } from "./credential-store.ts";
export type { CredentialOwner, OwnerInstallation } from "./credential-owner.ts";
export { extractCredentials, type OAuthCredentials, type RefreshLease } from "./oauth-credentials.ts";
export { getOAuthToken } from "./get-oauth-token.ts";
export type {
  ExtractCredentials,
  ExtractedCredentials,
  InstallationURL,
  OAuthConfig,
  OAuthConfigSource,
} from "./oauth-config.ts";
export type { OAuthContext } from "./oauth-context.ts";
export { OAuthError, type OAuthErrorCode } from "./oauth-error.ts";
export type { OAuthPorts } from "./oauth-ports.ts";
export { providerQuirks, type ProviderQuirks } from "./provider-quirks.ts";
export type { ReplayGuard } from "./replay-guard.ts";
export type { Fetch } from "./request-provider.ts";
export { revokeOAuthToken } from "./revoke-oauth-token.ts";
export type { TokenFailure, TokenResponse, TokenSuccess } from "./token-response.ts";
