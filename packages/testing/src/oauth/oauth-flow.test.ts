import { createPlatformCredentialStore, type OAuthContext } from "@plugboard/oauth";
import { credentialStoreContract } from "@plugboard/oauth/testing";
import { createIntegration, type IntegrationContext } from "@plugboard/runtime";
import { describe, expect, expectTypeOf, it } from "vitest";
import { connectedManifest } from "../connected-manifest.fixture.ts";
import { createTestPlatform } from "../create-test-platform.ts";
import { createOAuthWorld } from "./oauth-world.fixture.ts";

describe("an OAuth flow on the test platform", () => {
  it("connects, which makes the installation active and tells the integration", async () => {
    const { platform, connect, provider, stored } = createOAuthWorld();
    expect(platform.installation().status).toBe("pending");
    expect(await (await connect()).text()).toContain("Connected");
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
    expect(stored()).toMatchObject({ access_token: expect.stringMatching(/^at_/) });
    expect(provider.tokenRequests()).toBe(1);
  });

  it("refreshes once for events handled at the same time, and keeps the rotated token", async () => {
    const { platform, connect, provider, tokens, advance } = createOAuthWorld();
    await connect();
    await platform.emit("site_view");
    advance(3600);
    await Promise.all(Array.from({ length: 5 }, () => platform.emit("site_view")));
    expect(new Set(tokens).size).toBe(2);
    expect(provider.tokenRequests()).toBe(2);
    advance(3600);
    await platform.emit("site_view");
    expect(provider.tokenRequests()).toBe(3);
    expect(provider.isActive(tokens.at(-1) ?? "")).toBe(true);
  });

  it("keeps the refresh token when the provider gives no new one", async () => {
    const { platform, connect, provider, stored, advance } = createOAuthWorld();
    await connect();
    const before = stored();
    provider.behave("no_new_refresh_token");
    advance(3600);
    expect((await platform.emit("site_view")).status).toBe(200);
    expect(stored().refresh_token).toBe(before.refresh_token);
    expect(stored().access_token).not.toBe(before.access_token);
  });

  it("revokes on uninstall", async () => {
    const { platform, connect, provider, tokens } = createOAuthWorld();
    await connect();
    await platform.emit("site_view");
    expect(provider.isActive(tokens[0] ?? "")).toBe(true);
    expect((await platform.uninstall()).status).toBe(200);
    expect(provider.isActive(tokens[0] ?? "")).toBe(false);
  });
});

describe("createPlatformCredentialStore", () => {
  it.each(credentialStoreContract)("$name", async ({ run }) => {
    let context: OAuthContext | undefined;
    const integration = createIntegration({
      events: {
        installation_setup: async (_event, given) => {
          context = given;
          await expect(run(createPlatformCredentialStore(given))).resolves.toBeUndefined();
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
