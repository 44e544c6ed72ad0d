export {
  createMemoryCredentialStore,
  type MemoryInstallation,
} from "./ports/memory-credential-store.ts";
export { createMemoryReplayGuard } from "./ports/memory-replay-guard.ts";
export { createOAuthFlow, type OAuthFlow, type OAuthFlowOptions } from "./flow/create-oauth-flow.ts";
export type { ConnectionStore, StoredConnection } from "./flow/connection-store.ts";
export { createOAuthHandler, type OAuthHandler } from "./flow/create-oauth-handler.ts";
export { createPlatformCredentialStore } from "./ports/platform-credential-store.ts";
export type {
  CredentialChange,
  CredentialStore,
  StoredConfiguration,
} from "./ports/credential-store.ts";
export type { CredentialOwner, OwnerInstallation } from "./settings/credential-owner.ts";
export { extractCredentials, type OAuthCredentials } from "./credentials/oauth-credentials.ts";
export type { RefreshLease } from "./credentials/refresh-lease.ts";
export { getOAuthToken } from "./credentials/get-oauth-token.ts";
export type {
  ExtractCredentials,
  ExtractedCredentials,
  InstallationUrl,
  OAuthConfig,
  OAuthConfigSource,
} from "./settings/oauth-config.ts";
export type { OAuthContext } from "./settings/oauth-context.ts";
export { OAuthError, type OAuthErrorCode } from "./common/oauth-error.ts";
export type { Fetch, OAuthPorts } from "./ports/oauth-ports.ts";
export { providerQuirks, type ProviderQuirks } from "./settings/provider-quirks.ts";
export type { ReplayGuard } from "./ports/replay-guard.ts";
export { revokeOAuthToken } from "./credentials/revoke-oauth-token.ts";
export type { TokenFailure, TokenResponse, TokenSuccess } from "./settings/token-response.ts";
