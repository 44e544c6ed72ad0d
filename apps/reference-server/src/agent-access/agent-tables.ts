/** The table names for connected agents. */
export const agentTables = {
  oauthClient: { modelName: "auth_agents" },
  oauthResource: { modelName: "auth_agent_resources" },
  oauthClientResource: { modelName: "auth_agents_of_resources" },
  oauthConsent: { modelName: "auth_agent_consents" },
  oauthAccessToken: { modelName: "auth_agent_access_tokens" },
  oauthRefreshToken: { modelName: "auth_agent_refresh_tokens" },
  oauthClientAssertion: { modelName: "auth_agent_assertions" },
} as const;
