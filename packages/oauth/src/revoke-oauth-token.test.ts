import { describe, expect, it } from "vitest";
import { createContext, createEnvironment } from "./fixtures/oauth-context.fixture.ts";
import type { OAuthConfig } from "./oauth-config.ts";
import { revokeOAuthToken } from "./revoke-oauth-token.ts";

const config: OAuthConfig = {
  clientId: "client",
  clientSecret: "client-secret",
  authorizeURL: "https://provider.example/authorize",
  accessTokenURL: "https://provider.example/token",
  revokeURL: "https://provider.example/revoke",
};
const connected = { oauth_credentials: { access_token: "at", refresh_token: "rt" } };

/** Revokes what is in a configuration and tells what the provider was sent. */
async function revoke(configuration: object, settings: OAuthConfig, answer = new Response(null)) {
  const sent: [url: string, body: string][] = [];
  const context = createContext(createEnvironment("https://sites.example", { ...configuration }));
  const fetch = async (url: string, { body }: RequestInit) => {
    sent.push([url, body instanceof URLSearchParams ? body.toString() : ""]);
    return answer.clone();
  };
  return { sent, isRevoked: await revokeOAuthToken(context, settings, { fetch }) };
}

describe("revokeOAuthToken", () => {
  it("ends the refresh token, then the access token", async () => {
    const client = "client_id=client&client_secret=client-secret";
    expect(await revoke(connected, config)).toEqual({
      isRevoked: true,
      sent: [
        [config.revokeURL, `token_type_hint=refresh_token&token=rt&${client}`],
        [config.revokeURL, `token_type_hint=access_token&token=at&${client}`],
      ],
    });
  });

  it("knows where some providers revoke", async () => {
    const { revokeURL: _none, ...settings } = config;
    const google = { ...settings, accessTokenURL: "https://oauth2.googleapis.com/token" };
    const { sent } = await revoke(connected, google);
    expect(sent.map(([url]) => url)).toEqual(
      Array.from({ length: 2 }, () => "https://oauth2.googleapis.com/revoke"),
    );
  });

  it("asks nobody where nobody connected, or the provider cannot revoke", async () => {
    const { revokeURL: _none, ...settings } = config;
    expect(await revoke({}, config)).toEqual({ isRevoked: false, sent: [] });
    expect(await revoke(connected, settings)).toEqual({ isRevoked: false, sent: [] });
  });

  it("tells when the provider did not do it", async () => {
    const answer = Response.json({ error: "unsupported_token_type" }, { status: 400 });
    await expect(revoke(connected, config, answer)).rejects.toMatchObject({ code: "token_refused" });
  });
});
