import {
  createOAuthHandler,
  getOAuthToken,
  type OAuthConfig,
  type OAuthConfigSource,
} from "@plugboard/oauth";
import type { PublishedManifest } from "./publish.ts";
import { completionResponse, createIntegration, createRouter, type Integration } from "@plugboard/runtime";

/** The integration's OAuth provider. */
export interface ChatProvider {
  readonly origin: string;
  readonly isActive: (token: unknown) => Promise<boolean>;
}

/** The integration's OAuth client. */
export type ChatClient = Pick<OAuthConfig, "clientId" | "clientSecret">;

const button = "type: button, title: Connection, description: Connects., button_text: Connect";

/** A manifest with connections on two levels, and a setting whose options need the connection. */
export const chatManifest: PublishedManifest = {
  name: "chat",
  title: "Chat",
  lines: `
configurations:
  account:
    properties:
      oauth_credentials: { ${button}, callback_url: /oauth }
      channel: { type: string, title: Channel, description: Where to., completion_url: /channels }
    required: [oauth_credentials]
  site:
    properties:
      oauth_credentials: { ${button}, callback_url: /oauth }
`,
};

/** Creates an integration that connects to a provider, which must exist when the first flow begins. */
export function createChat(client: ChatClient, provider: () => ChatProvider | undefined): Integration {
  const oauth: OAuthConfigSource = () => {
    const { origin = "" } = provider() ?? {};
    return {
      ...client,
      authorizeURL: `${origin}/auth`,
      accessTokenURL: `${origin}/token`,
      issuer: origin,
      scopes: ["openid", "offline_access"],
      prompt: "consent",
    };
  };
  return createIntegration({
    fetch: createRouter({
      "/oauth": createOAuthHandler(oauth),
      "/channels": async (_request, context) => {
        const token = await getOAuthToken(context, oauth).catch(() => undefined);
        const works = await provider()?.isActive(token);
        return completionResponse(works === true ? [{ label: "#docs", value: "C1" }] : []);
      },
    }),
  });
}
