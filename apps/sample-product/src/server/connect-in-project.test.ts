import { createOAuthHandler, getOAuthToken, type OAuthConfig, revokeOAuthToken } from "@plugboard/oauth";
import type { DefaultIntegrationTypes } from "@plugboard/api";
import { createResourceInstallationFeature } from "@plugboard/platform";
import { createIntegration, createRouter } from "@plugboard/runtime";
import { createTestPlatform } from "@plugboard/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  clientId,
  clientSecret,
  type OidcProvider,
  signInAt,
  startOidcProvider,
} from "../../../../packages/testing/test/oauth/oidc-provider.fixture.ts";
import { contract, type Tracker } from "../contract.ts";
import { trackerFeature } from "../issues/tracker-feature.ts";
import { tracker, type TrackerTables } from "../tracker.ts";

interface Types extends DefaultIntegrationTypes {
  readonly product: Tracker;
}

const button = `
    properties:
      oauth_credentials: { type: button, title: Account, description: Connects it, button_text: Connect, callback_url: /oauth }`;
const manifest = `
name: chat
title: Chat
description: Posts new issues to a chat.
organization: acme
visibility: private
product: tracker
scopes: [issues:read]
configurations:
  account:${button}
  project:${button}
`;
const redirectURL = "https://sites.plugboard.test/integrations/chat/oauth";

describe("an OAuth button in a project's settings", () => {
  let provider: OidcProvider;
  beforeEach(async () => {
    // On every start, the provider warns that its defaults are for development.
    vi.spyOn(console, "warn").mockReturnValue();
    vi.spyOn(console, "info").mockReturnValue();
    provider = await startOidcProvider({
      redirectURL,
      clientAuthentication: "client_secret_post",
      // Shorter than the time before expiry at which a token is refreshed.
      accessTokenSeconds: 30,
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await provider.close();
  });

  it("connects the project, refreshes its tokens there, and revokes them", async () => {
    const { origin } = provider;
    const config: OAuthConfig<Types> = {
      clientId,
      clientSecret,
      authorizeURL: `${origin}/auth`,
      accessTokenURL: `${origin}/token`,
      redirectURL,
      revokeURL: `${origin}/token/revocation`,
      issuer: origin,
      scopes: ["openid", "offline_access"],
      prompt: "consent",
    };
    const tokens: string[] = [];
    const integration = createIntegration<Types>({
      fetch: createRouter({ "/oauth": createOAuthHandler(config) }),
      events: {
        issue_opened: async (_event, context) => void tokens.push(await getOAuthToken(context, config)),
        project_installation_deleted: async (_event, context) =>
          void (await revokeOAuthToken(context, config)),
      },
    });
    const test = await createTestPlatform(integration, {
      manifest,
      product: tracker,
      features: [trackerFeature, createResourceInstallationFeature(contract)],
      seed: async ({ db }, organization_id) => {
        const projects = db.withTables<TrackerTables>().insertInto("projects");
        await projects.values({ id: "prj_1", organization_id, title: "Website" }).execute();
        return { project: "prj_1" };
      },
      services: { [origin]: (request) => fetch(request) },
    });
    const credentials = async (level: "account" | "project") =>
      Object((await test.installation(level)).configuration.oauth_credentials);

    const browser = test.createBrowser();
    const login = await test.connect("oauth_credentials", { level: "project", browser });
    const back = await signInAt(login, redirectURL, browser);
    expect((await browser.open(back.url.href)).response.status).toBe(200);
    const connected = await credentials("project");
    expect(connected).toMatchObject({ refresh_token: expect.any(String) });
    expect(await credentials("account")).toEqual({});
    expect(test.apiCalls).toMatchObject([
      { operation: "getContract" },
      { operation: "updateProjectInstallation", params: { projectId: "prj_1" }, status: 200 },
    ]);

    expect(await test.emit("issue_opened")).toMatchObject({ status: 200 });
    const refreshed = await credentials("project");
    expect(tokens).toEqual([refreshed.access_token]);
    expect(refreshed.access_token).not.toBe(connected.access_token);
    expect(await credentials("account")).toEqual({});

    expect(await provider.isActive(refreshed.access_token)).toBe(true);
    await test.runQueued();
    expect(await test.uninstall()).toContainEqual(
      expect.objectContaining({ type: "project_installation_deleted", status: 200 }),
    );
    expect(await provider.isActive(refreshed.access_token)).toBe(false);
  });
});
