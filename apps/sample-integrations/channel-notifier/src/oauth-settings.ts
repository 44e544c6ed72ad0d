import type { OAuthConfigSource } from "@plugboard/oauth";
import type { IntegrationTypes } from "./service-manifest.types.ts";

/** How this integration is known to the chat. Its redirect URL there is the public endpoint followed by `/oauth`. */
export const oauthSettings: OAuthConfigSource<IntegrationTypes> = ({ secrets }) => ({
  clientId: secrets.CLIENT_ID,
  clientSecret: secrets.CLIENT_SECRET,
  authorizeURL: `${secrets.CHAT_ORIGIN}/authorize`,
  accessTokenURL: `${secrets.CHAT_ORIGIN}/token`,
  revokeURL: `${secrets.CHAT_ORIGIN}/revoke`,
  issuer: secrets.CHAT_ORIGIN,
  scopes: ["channels:read", "messages:write"],
});
