import { createOAuthHandler, getOAuthToken, type OAuthConfig, revokeOAuthToken } from "@plugboard/oauth";
import { createIntegration } from "@plugboard/runtime";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectedManifest } from "../connected-manifest.fixture.ts";
import { createTestPlatform } from "../create-test-platform.ts";
import { testURLs } from "../platform/test-ids.ts";
import {
  authorize,
  clientId,
  clientSecret,
  type OidcProvider,
  readForm,
  signIn,
  startOidcProvider,
} from "./oidc-provider.fixture.ts";

const redirectURL = `${testURLs.publicEndpoint}/oauth`;
const providers: OidcProvider[] = [];

beforeEach(() => {
  // The provider prints at each start that its defaults are for development.
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "info").mockReturnValue();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(providers.splice(0).map((provider) => provider.close()));
});

function configOf({ origin }: OidcProvider): OAuthConfig {
  return {
    clientId,
    clientSecret,
    authorizeURL: `${origin}/auth`,
    accessTokenURL: `${origin}/token`,
    revokeURL: `${origin}/token/revocation`,
    issuer: origin,
    scopes: ["openid", "offline_access"],
    prompt: "consent",
  };
}

/** An integration on a test platform, and a real provider that knows it. */
async function setUp(
  clientAuthentication: "basic" | "post",
  { accessTokenSeconds = 3600, ...own }: Partial<OAuthConfig> & { readonly accessTokenSeconds?: number } = {},
) {
  const provider = await startOidcProvider({
    redirectURL,
    clientAuthentication: `client_secret_${clientAuthentication}`,
    accessTokenSeconds,
  });
  providers.push(provider);
  const config = { ...configOf(provider), clientAuthentication, ...own };
  const tokens: string[] = [];
  const integration = createIntegration({
    fetch: createOAuthHandler(config),
    events: {
      site_view: async (_event, context) => void tokens.push(await getOAuthToken(context, config)),
      installation_deleted: async (_event, context) => void (await revokeOAuthToken(context, config)),
    },
  });
  const platform = createTestPlatform(integration, {
    manifest: connectedManifest,
    services: { [provider.origin]: (request) => fetch(request) },
  });
  return {
    provider,
    platform,
    tokens,
    stored: () => Object(platform.installation().configuration.oauth_credentials),
    connect: async () => {
      const browser = platform.createBrowser();
      const back = await authorize(redirectURL, browser);
      return (await browser.open(back.href)).response;
    },
  };
}

describe("a flow with oidc-provider over HTTP", () => {
  it.each(["basic", "post"] as const)("connects with client authentication %s", async (method) => {
    const { platform, provider, connect, stored } = await setUp(method);
    const page = await connect();
    expect(platform.logs).toEqual([]);
    expect(page.status).toBe(200);
    expect(platform.installation().status).toBe("active");
    expect(stored()).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: "bearer",
      expires_at: expect.any(Number),
      scope: "openid offline_access",
    });
    expect(await provider.isActive(stored().access_token)).toBe(true);
  });

  it("connects when the provider answers as a form", async () => {
    const quirks = { authorizeParameters: { response_mode: "form_post" } };
    const { platform, stored } = await setUp("post", { quirks });
    const browser = platform.createBrowser();
    const form = await readForm(await signIn(redirectURL, browser));
    expect(form.url).toBe(redirectURL);
    const { response } = await browser.open(form);
    expect(platform.logs).toEqual([]);
    expect(response.status).toBe(200);
    expect(stored()).toMatchObject({ access_token: expect.any(String) });
  });

  it("gives a thief nothing for a stolen code", async () => {
    const { platform, stored } = await setUp("post");
    const stolen = await authorize(redirectURL, platform.createBrowser());
    const browser = platform.createBrowser();
    const back = await authorize(redirectURL, browser);
    back.searchParams.set("code", stolen.searchParams.get("code") ?? "");
    expect((await browser.open(back.href)).response.status).toBe(403);
    expect(platform.logs).toMatchObject([
      { fields: { code: "token_refused", providerError: "invalid_grant" } },
    ]);
    expect(stored()).toEqual({});
  });

  it("refreshes with rotation, once for many calls", async () => {
    // Shorter than the time ahead of expiry that a token is refreshed at.
    const { platform, provider, connect, stored, tokens } = await setUp("basic", { accessTokenSeconds: 30 });
    await connect();
    const before = stored();
    await Promise.all(Array.from({ length: 8 }, () => platform.emit("site_view")));
    expect(tokens).toEqual(Array.from({ length: 8 }, () => stored().access_token));
    expect(stored().access_token).not.toBe(before.access_token);
    expect(stored().refresh_token).not.toBe(before.refresh_token);
    expect(await provider.isActive(stored().access_token)).toBe(true);
  });

  it("revokes both tokens on uninstall", async () => {
    const { platform, provider, connect, stored } = await setUp("post");
    await connect();
    const { access_token, refresh_token } = stored();
    expect(await provider.isActive(access_token)).toBe(true);
    expect(await platform.uninstall()).toMatchObject({ status: 200, logs: [] });
    expect(await provider.isActive(access_token)).toBe(false);
    expect(await provider.isActive(refresh_token)).toBe(false);
  });

  it("tells that a person has to connect again once the provider ended the grant, until one did", async () => {
    const { platform, connect, stored, tokens } = await setUp("post", { accessTokenSeconds: 30 });
    await connect();
    const ended = stored();
    await platform.emit("site_view");
    // The second use of a refresh token ends the grant, for the provider cannot tell who is the thief.
    await platform.configure({ oauth_credentials: ended });
    expect(await platform.emit("site_view")).toMatchObject({
      status: 500,
      logs: [{ fields: { error: { code: "needs_reauth", providerError: "invalid_grant" } } }],
    });
    expect(stored()).toEqual({ ...ended, needs_reauth: true });
    await connect();
    expect(stored()).not.toHaveProperty("needs_reauth");
    expect(await platform.emit("site_view")).toMatchObject({ status: 200 });
    expect(tokens.at(-1)).toBe(stored().access_token);
  });
});
