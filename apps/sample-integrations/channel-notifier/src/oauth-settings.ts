import type { OAuthConfigSource } from "@plugboard/oauth";
import type { IntegrationTypes } from "./service-manifest.types.ts";

/** The chat's OAuth settings. Register the public endpoint followed by `/oauth` as the redirect URL. */
export const oauthSettings: OAuthConfigSource<IntegrationTypes> = ({ secrets }) => ({
  clientId: secrets.CLIENT_ID,
  clientSecret: secrets.CLIENT_SECRET,
  authorizeURL: `${secrets.CHAT_ORIGIN}/authorize`,
  accessTokenURL: `${secrets.CHAT_ORIGIN}/token`,
  revokeURL: `${secrets.CHAT_ORIGIN}/revoke`,
  issuer: secrets.CHAT_ORIGIN,
  scopes: ["channels:read", "messages:write"],
});
