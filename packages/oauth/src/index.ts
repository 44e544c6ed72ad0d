export {
  createMemoryCredentialStore,
  type MemoryInstallation,
} from "./credentials/memory-credential-store.ts";
export { createMemoryReplayGuard } from "./flow/memory-replay-guard.ts";
export { createOAuthHandler, type OAuthHandler } from "./create-oauth-handler.ts";
export { createPlatformCredentialStore } from "./credentials/platform-credential-store.ts";
export type {
  CredentialChange,
  CredentialStore,
  StoredConfiguration,
} from "./credentials/credential-store.ts";
export type { CredentialOwner, OwnerInstallation } from "./credentials/credential-owner.ts";
export { extractCredentials, type OAuthCredentials } from "./credentials/oauth-credentials.ts";
export type { RefreshLease } from "./credentials/refresh-lease.ts";
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
export { providerQuirks, type ProviderQuirks } from "./provider/provider-quirks.ts";
export type { ReplayGuard } from "./flow/replay-guard.ts";
export type { Fetch } from "./provider/request-provider.ts";
export { revokeOAuthToken } from "./revoke-oauth-token.ts";
export type { TokenFailure, TokenResponse, TokenSuccess } from "./provider/token-response.ts";
