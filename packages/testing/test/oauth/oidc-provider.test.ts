import {
  createMemoryCredentialStore,
  createOAuthHandler,
  getOAuthToken,
  type OAuthConfig,
  revokeOAuthToken,
} from "@plugboard/oauth";
import { createIntegration } from "@plugboard/content/integration";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBareHost, installationId } from "./bare-host.fixture.ts";
import {
  authorize,
  clientId,
  clientSecret,
  type OidcProvider,
  readForm,
  signIn,
  startOidcProvider,
} from "./oidc-provider.fixture.ts";

const redirectURL = "https://integrations.example/installation_1/oauth";
const owner = { installation: installationId };
const providers: OidcProvider[] = [];

beforeEach(() => {
  // On every start, the provider warns that its defaults are for development.
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

/** Starts an integration and a real provider with a client for it. */
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
  const credentialStore = createMemoryCredentialStore([{ owner, configuration: {} }]);
  const ports = { credentialStore };
  const integration = createIntegration({
    fetch: createOAuthHandler(config, ports),
    events: {
      site_view: async (_event, context) => void tokens.push(await getOAuthToken(context, config, ports)),
      installation_deleted: async (_event, context) => void (await revokeOAuthToken(context, config, ports)),
    },
  });
  const host = createBareHost({
    integration,
    credentialStore,
    now: Date.now,
    services: { [provider.origin]: (request) => fetch(request) },
  });
  return {
    provider,
    host,
    credentialStore,
    tokens,
    stored: async () => Object((await credentialStore.read(owner))?.configuration.oauth_credentials),
    connect: async () => {
      const browser = host.createBrowser();
      const back = await authorize(redirectURL, browser);
      return (await browser.open(back.href)).response;
    },
  };
}

describe("a flow with oidc-provider over HTTP", () => {
  it.each(["basic", "post"] as const)("connects with client authentication %s", async (method) => {
    const { host, provider, connect, stored } = await setUp(method);
    const page = await connect();
    expect(host.logs).toEqual([]);
    expect(page.status).toBe(200);
    expect(await stored()).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: "bearer",
      expires_at: expect.any(Number),
      scope: "openid offline_access",
    });
    expect(await provider.isActive((await stored()).access_token)).toBe(true);
  });

  it("connects when the provider responds with a form", async () => {
    const quirks = { authorizeParameters: { response_mode: "form_post" } };
    const { host, stored } = await setUp("post", { quirks });
    const browser = host.createBrowser();
    const form = await readForm(await signIn(redirectURL, browser));
    expect(form.url).toBe(redirectURL);
    const { response } = await browser.open(form);
    expect(host.logs).toEqual([]);
    expect(response.status).toBe(200);
    expect(await stored()).toMatchObject({ access_token: expect.any(String) });
  });

  it("rejects a stolen code", async () => {
    const { host, stored } = await setUp("post");
    const stolen = await authorize(redirectURL, host.createBrowser());
    const browser = host.createBrowser();
    const back = await authorize(redirectURL, browser);
    back.searchParams.set("code", stolen.searchParams.get("code") ?? "");
    expect((await browser.open(back.href)).response.status).toBe(403);
    expect(host.logs).toMatchObject([{ fields: { code: "token_refused", providerError: "invalid_grant" } }]);
    expect(await stored()).toEqual({});
  });

  it("refreshes with rotation, once for many calls", async () => {
    // Shorter than the time before expiry at which a token is refreshed.
    const { host, provider, connect, stored, tokens } = await setUp("basic", { accessTokenSeconds: 30 });
    await connect();
    const before = await stored();
    await Promise.all(Array.from({ length: 8 }, () => host.emit("site_view")));
    const { access_token } = await stored();
    expect(tokens).toEqual(Array.from({ length: 8 }, () => access_token));
    expect((await stored()).access_token).not.toBe(before.access_token);
    expect((await stored()).refresh_token).not.toBe(before.refresh_token);
    expect(await provider.isActive((await stored()).access_token)).toBe(true);
  });

  it("revokes both tokens on uninstall", async () => {
    const { host, provider, connect, stored } = await setUp("post");
    await connect();
    const { access_token, refresh_token } = await stored();
    expect(await provider.isActive(access_token)).toBe(true);
    expect(await host.emit("installation_deleted")).toMatchObject({ status: 200, logs: [] });
    expect(await provider.isActive(access_token)).toBe(false);
    expect(await provider.isActive(refresh_token)).toBe(false);
  });

  it("reports that the user must reconnect after the provider revoked the grant, until the user does", async () => {
    const { host, credentialStore, connect, stored, tokens } = await setUp("post", {
      accessTokenSeconds: 30,
    });
    await connect();
    const ended = await stored();
    await host.emit("site_view");
    // The second use of a refresh token ends the grant, because the provider can't tell the legitimate client from an attacker.
    await credentialStore.write(owner, { configuration: { oauth_credentials: ended } });
    expect(await host.emit("site_view")).toMatchObject({
      status: 409,
      logs: [{ fields: { code: "needs_reauth" } }],
    });
    expect(await stored()).toEqual({ ...ended, needs_reauth: true });
    await connect();
    expect(await stored()).not.toHaveProperty("needs_reauth");
    expect(await host.emit("site_view")).toMatchObject({ status: 200 });
    expect(tokens.at(-1)).toBe((await stored()).access_token);
  });
});
