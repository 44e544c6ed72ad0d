export {
  createOAuthProvider,
  type OAuthProvider,
  type OAuthProviderOptions,
} from "./oauth-provider/create-oauth-provider.ts";
export { type ProviderMode, redirectTarget } from "./oauth-provider/provider-mode.ts";
