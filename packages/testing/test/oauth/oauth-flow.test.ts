import {
  type CredentialOwner,
  type CredentialStore,
  createOAuthHandler,
  createPlatformCredentialStore,
  getOAuthToken,
  type OAuthConfig,
  type OAuthContext,
  revokeOAuthToken,
} from "@plugboard/oauth";
import { contractOwners, credentialStoreContract } from "@plugboard/oauth/testing";
import { createIntegration } from "@plugboard/content/integration";
import type { IntegrationContext } from "@plugboard/runtime";
import { describe, expect, expectTypeOf, it } from "vitest";
import { connectedManifest } from "../../src/platform/connected-manifest.fixture.ts";
import { createTestPlatform } from "../../src/platform/create-test-platform.ts";
import { createOAuthProvider } from "../../src/oauth-provider/create-oauth-provider.ts";

/** Installs an integration that connects to a provider, uses the token for each site view, and revokes it on uninstall. */
async function setUp() {
  const provider = createOAuthProvider();
  const { clientId, clientSecret, authorizeURL, accessTokenURL, revokeURL, issuer } = provider;
  const config: OAuthConfig = { clientId, clientSecret, authorizeURL, accessTokenURL, revokeURL, issuer };
  const tokens: string[] = [];
  const ports = { now: (): number => platform.now() };
  const integration = createIntegration({
    fetch: createOAuthHandler(config, ports),
    events: {
      installation_setup: () => {},
      site_view: async (_event, context) => void tokens.push(await getOAuthToken(context, config, ports)),
      installation_deleted: async (_event, context) => void (await revokeOAuthToken(context, config, ports)),
    },
  });
  const services = { [provider.issuer]: provider.fetch };
  const platform = await createTestPlatform(integration, { manifest: connectedManifest, services });
  return {
    platform,
    provider,
    tokens,
    connect: async () => (await platform.connect("oauth_credentials")).response,
    stored: async () => Object((await platform.installation()).configuration.oauth_credentials),
    hour: () => platform.advance(3600 * 1000),
  };
}

describe("an OAuth flow on the test platform", () => {
  it("activates the installation and notifies the integration on connect", async () => {
    const { platform, connect, provider, stored } = await setUp();
    expect((await platform.installation()).status).toBe("pending");
    expect(await (await connect()).text()).toContain("Connected");
    expect((await platform.installation()).status).toBe("active");
    expect(await platform.queued()).toEqual([
      expect.objectContaining({
        type: "installation_setup",
        status: "active",
        previous: { status: "pending" },
      }),
    ]);
    expect(platform.apiCalls).toMatchObject([{ operation: "updateInstallation", status: 200 }]);
    expect(await stored()).toMatchObject({ access_token: expect.stringMatching(/^at_/) });
    expect(provider.tokenRequests()).toBe(1);
  });

  it("starts only from the settings page", async () => {
    const { platform } = await setUp();
    const { response } = await platform.createBrowser().open(`${platform.publicEndpoint}/oauth`);
    expect(response.status).toBe(403);
    await expect(platform.connect("channel")).rejects.toMatchObject({ code: "not_found" });
  });

  it("refreshes for the events of each hour, and keeps the rotated token", async () => {
    const { platform, connect, provider, tokens, hour } = await setUp();
    await connect();
    for (const refreshes of [0, 1, 2]) {
      await platform.emit("site_view");
      await platform.emit("site_view");
      expect(provider.tokenRequests()).toBe(1 + refreshes);
      hour();
    }
    expect(new Set(tokens).size).toBe(3);
    expect(provider.isActive(tokens.at(-1) ?? "")).toBe(true);
  });

  it("keeps the refresh token if the provider returns no new one", async () => {
    const { platform, connect, provider, stored, hour } = await setUp();
    await connect();
    const before = await stored();
    provider.behave("no_new_refresh_token");
    hour();
    expect((await platform.emit("site_view")).status).toBe(200);
    const { refresh_token, access_token } = await stored();
    expect(refresh_token).toBe(before.refresh_token);
    expect(access_token).not.toBe(before.access_token);
  });

  it("revokes on uninstall", async () => {
    const { platform, connect, provider, tokens } = await setUp();
    await connect();
    await platform.emit("site_view");
    expect(provider.isActive(tokens[0] ?? "")).toBe(true);
    await platform.runQueued();
    expect(await platform.uninstall()).toMatchObject([{ type: "installation_deleted", status: 200 }]);
    expect(provider.isActive(tokens[0] ?? "")).toBe(false);
  });
});

/** Returns a store that maps the contract's installation to the platform's. */
function ofInstallation(store: CredentialStore, installation: string): CredentialStore {
  const [{ installation: own } = { installation: "" }] = contractOwners;
  const toReal = (owner: CredentialOwner): CredentialOwner =>
    owner.installation === own ? { ...owner, installation } : owner;
  return {
    read: (owner) => store.read(toReal(owner)),
    write: (owner, change, ifVersion) => store.write(toReal(owner), change, ifVersion),
  };
}

describe("createPlatformCredentialStore", () => {
  it.each(credentialStoreContract)("$name", async ({ run }) => {
    let context: OAuthContext | undefined;
    const integration = createIntegration({
      events: {
        site_view: async (event, eventContext) => {
          context = eventContext;
          const store = createPlatformCredentialStore(eventContext);
          await expect(run(ofInstallation(store, event.installationId))).resolves.toBeUndefined();
        },
      },
    });
    const configuration = { channel: "general" };
    const platform = await createTestPlatform(integration, {
      manifest: connectedManifest,
      installation: { configuration, status: "active" },
      space: { configuration },
      site: { configuration },
    });
    expect(await platform.emit("site_view")).toMatchObject({ status: 200, logs: [] });
    expect(context?.environment.installation?.configuration).toEqual(configuration);
  });
});

describe("the context of @plugboard/runtime", () => {
  it("fits @plugboard/oauth", () => {
    expectTypeOf<IntegrationContext>().toExtend<OAuthContext>();
  });
});
