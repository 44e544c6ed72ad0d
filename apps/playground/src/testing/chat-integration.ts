import {
  createOAuthHandler,
  getOAuthToken,
  type OAuthConfig,
  type OAuthConfigSource,
} from "@plugboard/oauth";
import { completionResponse, createIntegration, createRouter, type Integration } from "@plugboard/runtime";

/** A provider as the integration needs it. */
export interface ChatProvider {
  readonly origin: string;
  readonly isActive: (token: unknown) => Promise<boolean>;
}

/** What the provider knows the integration by. */
export type ChatClient = Pick<OAuthConfig, "clientId" | "clientSecret">;

const button = "type: button, title: Connection, description: Connects., button_text: Connect";

/** Settings that are connected on two levels, and one whose options need the connection. */
export const chatManifest = `
name: chat
title: Chat
description: Is connected to a provider.
organization: acme
visibility: private
scopes: []
configurations:
  account:
    properties:
      oauth_credentials: { ${button}, callback_url: /oauth }
      channel: { type: string, title: Channel, description: Where to., completion_url: /channels }
    required: [oauth_credentials]
  site:
    properties:
      oauth_credentials: { ${button}, callback_url: /oauth }
`;

/** An integration that connects to a provider, which has to be there when the first flow begins. */
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
