import type { OAuthConfigSource } from "@plugboard/oauth";
import { chatOrigin } from "./chat-origin.ts";
import type { IntegrationTypes } from "./service-manifest.types.ts";

/** How this integration is known to the chat. Its redirect URL there is the public endpoint followed by `/oauth`. */
export const oauthSettings: OAuthConfigSource<IntegrationTypes> = ({ secrets }) => ({
  clientId: secrets.CLIENT_ID,
  clientSecret: secrets.CLIENT_SECRET,
  authorizeURL: `${chatOrigin}/authorize`,
  accessTokenURL: `${chatOrigin}/token`,
  revokeURL: `${chatOrigin}/revoke`,
  issuer: chatOrigin,
  scopes: ["channels:read", "messages:write"],
});
