import {
  createOAuthHandler,
  createPlatformCredentialStore,
  getOAuthToken,
  revokeOAuthToken,
} from "@plugboard/oauth";
import type { OAuthConfig, OAuthContext } from "@plugboard/oauth";
import { credentialStoreContract } from "@plugboard/oauth/testing";
import { createIntegration, type IntegrationContext } from "@plugboard/runtime";
import { describe, expect, expectTypeOf, it } from "vitest";
import { connectedManifest } from "./connected-manifest.fixture.ts";
import { createTestPlatform } from "./create-test-platform.ts";
import { createOAuthProvider } from "./oauth-provider/create-oauth-provider.ts";

/** An integration that connects, and uses its token when a page's feedback comes. */
function setUp(accessTokenSeconds = 3600) {
  const provider = createOAuthProvider({ accessTokenSeconds });
  const tokens: string[] = [];
  let time = Date.now();
  const now = () => time;
  const config: OAuthConfig = {
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    authorizeURL: provider.authorizeURL,
    accessTokenURL: provider.accessTokenURL,
    revokeURL: provider.revokeURL,
    issuer: provider.issuer,
  };
  const integration = createIntegration({
    fetch: createOAuthHandler(config, { now }),
    events: {
      page_feedback: async (_event, context) =>
        void tokens.push(await getOAuthToken(context, config, { now })),
      installation_deleted: async (_event, context) => void (await revokeOAuthToken(context, config)),
    },
  });
  const platform = createTestPlatform(integration, {
    manifest: connectedManifest,
    now,
    services: { [provider.issuer]: provider.fetch },
  });
  return {
    provider,
    platform,
    tokens,
    config,
    connect: () => platform.createBrowser().open(`${platform.publicEndpoint}/oauth`),
    advance: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

describe("an OAuth flow on the test platform", () => {
  it("connects, which makes the installation active and tells the integration", async () => {
    const { platform, connect, provider } = setUp();
    expect(platform.installation().status).toBe("pending");
    const { response } = await connect();
    expect(await response.text()).toContain("Connected");
    expect(platform.installation().status).toBe("active");
    expect(platform.queued).toEqual([
      expect.objectContaining({
        type: "installation_setup",
        status: "active",
        previous: { status: "pending", configuration: {} },
      }),
    ]);
    expect(platform.apiCalls).toEqual([
      expect.objectContaining({
        method: "PATCH",
        path: "/installations/installation_1",
        token: "installation",
        status: 200,
      }),
    ]);
    const { oauth_credentials } = platform.installation().configuration;
    expect(oauth_credentials).toMatchObject({ access_token: expect.stringMatching(/^at_/) });
    expect(provider.tokenRequests()).toBe(1);
  });

  it("refreshes once for events handled at the same time, and keeps the rotated token", async () => {
    const { platform, connect, provider, tokens, advance } = setUp();
    await connect();
    await platform.emit("page_feedback");
    advance(3600);
    await Promise.all(Array.from({ length: 5 }, () => platform.emit("page_feedback")));
    expect(new Set(tokens).size).toBe(2);
    expect(provider.tokenRequests()).toBe(2);
    advance(3600);
    await platform.emit("page_feedback");
    expect(provider.tokenRequests()).toBe(3);
    expect(provider.isActive(tokens.at(-1) ?? "")).toBe(true);
  });

  it("keeps the refresh token when the provider gives no new one", async () => {
    const { platform, connect, provider, advance } = setUp();
    await connect();
    const before = platform.installation().configuration.oauth_credentials;
    provider.behave("no_new_refresh_token");
    advance(3600);
    expect((await platform.emit("page_feedback")).status).toBe(200);
    const after = platform.installation().configuration.oauth_credentials;
    expect(after).toMatchObject({ refresh_token: Object(before).refresh_token });
    expect(after).not.toMatchObject({ access_token: Object(before).access_token });
  });

  it("tells needs_reauth when the provider ended the grant", async () => {
    const { platform, connect, provider, advance } = setUp();
    await connect();
    advance(3600);
    provider.behave("error_in_success");
    const { status, logs } = await platform.emit("page_feedback");
    expect(status).toBe(500);
    expect(logs).toEqual([
      expect.objectContaining({ fields: { error: expect.objectContaining({ code: "needs_reauth" }) } }),
    ]);
    expect(platform.installation().configuration.oauth_credentials).toMatchObject({ needs_reauth: true });
  });

  it("revokes on uninstall", async () => {
    const { platform, connect, provider, tokens } = setUp();
    await connect();
    await platform.emit("page_feedback");
    expect(provider.isActive(tokens[0] ?? "")).toBe(true);
    expect((await platform.uninstall()).status).toBe(200);
    expect(provider.isActive(tokens[0] ?? "")).toBe(false);
  });
});

describe("createPlatformCredentialStore", () => {
  it.each(credentialStoreContract)("$name", async ({ check }) => {
    let context: OAuthContext | undefined;
    const integration = createIntegration({
      events: {
        installation_setup: async (_event, given) => {
          context = given;
          await expect(check(createPlatformCredentialStore(given))).resolves.toBeUndefined();
        },
      },
    });
    const configuration = { channel: "general" };
    const platform = createTestPlatform(integration, {
      manifest: connectedManifest,
      installation: { configuration },
      space: { configuration },
      site: { configuration },
    });
    expect(await platform.install()).toMatchObject({ status: 200, logs: [] });
    expect(context?.environment.installation?.configuration).toEqual(configuration);
  });
});

describe("the context of @plugboard/runtime", () => {
  it("is what @plugboard/oauth needs", () => {
    expectTypeOf<IntegrationContext>().toExtend<OAuthContext>();
  });
});
