import { getInstallation } from "@plugboard/api/routes";
import { getRequestListener } from "@hono/node-server";
import { createOAuthHandler, extractCredentials, type OAuthConfigSource } from "@plugboard/oauth";
import { createIntegration, type Integration } from "@plugboard/runtime";
import { createOAuthProvider, type OAuthProvider } from "@plugboard/testing/oauth-provider";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createFlowBrowser } from "../../src/fixtures/flow-browser.fixture.ts";
import { setUpServer, pathOf } from "../../src/fixtures/set-up-server.fixture.ts";
import { startHttp, type TestHttp } from "@plugboard/test-http";

const button = "type: button, title: T, description: D., button_text: Go, callback_url: /oauth";
const settings = `scopes: []
configurations:
  account: { properties: { oauth_credentials: { ${button} } } }
  space: { properties: { oauth_credentials: { ${button} } } }
  site: { properties: { oauth_credentials: { ${button} } } }`;

const settingsSchema = z.looseObject({ configuration: z.record(z.string(), z.unknown()) });

describe("connecting an account over HTTP", () => {
  const { server, succeed, publish, install, seeded } = setUpServer();
  let providerHttp: TestHttp;
  let provider: OAuthProvider;
  const oauth: OAuthConfigSource = () => {
    const { clientId, clientSecret, authorizeURL, accessTokenURL } = provider;
    return { clientId, clientSecret, authorizeURL, accessTokenURL };
  };
  // Serves all paths, like an integration without a router.
  const integration = createIntegration({ fetch: createOAuthHandler(oauth) });

  beforeAll(async () => {
    const listener = getRequestListener((request) => provider.fetch(request));
    providerHttp = await startHttp((request, response) => void listener(request, response));
    provider = createOAuthProvider({ issuer: providerHttp.url });
  });
  afterAll(() => providerHttp.close());

  async function setUp(name: string, connecting: Integration = integration) {
    await publish(name, connecting, settings);
    const id = await install(name);
    const base = pathOf(getInstallation, { params: { installationId: id } });
    const { space, site } = seeded();
    const locations = { account: base, space: `${base}/spaces/${space}`, site: `${base}/sites/${site}` };
    for (const location of [locations.space, locations.site]) await succeed("PUT", location);
    return {
      locations,
      endpoint: `${server().urls.public}/integrations/${id}`,
      browser: () => createFlowBrowser(server().urls.console),
      ask: (location: string) => succeed("POST", `${location}/connect/oauth_credentials`),
      /** Returns the levels with credentials. */
      connected: async () => {
        const levels = await Promise.all(
          Object.entries(locations).map(async ([level, path]) => {
            const { configuration } = settingsSchema.parse(await succeed("GET", path));
            return configuration.oauth_credentials === undefined ? [] : [level];
          }),
        );
        return levels.flat();
      },
    };
  }

  it.each(["account", "space", "site"] as const)(
    "stores credentials connected for the %s there",
    async (level) => {
      const { locations, browser, ask, connected } = await setUp(`connects-${level}`);
      expect(await connected()).toEqual([]);
      const page = await browser().connect(await ask(locations[level]));
      expect(page).toMatchObject({ status: 200, text: expect.stringContaining("Connected") });
      expect(await connected()).toEqual([level]);
    },
  );

  it.each(["account", "site"] as const)(
    "uses the single redirect URL registered with a provider, for the %s",
    async (level) => {
      const name = `fixed-${level}`;
      const fixed = `${server().urls.public}/integrations/${name}/oauth`;
      const handler = createOAuthHandler((environment) => ({
        ...(typeof oauth === "function" ? oauth(environment) : oauth),
        redirectURL: fixed,
      }));
      const { locations, browser, ask, connected } = await setUp(name, createIntegration({ fetch: handler }));
      const mine = browser();
      const begun = await mine.open(await mine.bring(await ask(locations[level])));
      expect(new URL(begun.location).searchParams.get("redirect_uri")).toBe(fixed);
      const { location: arrival } = await mine.open(begun.location);
      expect(arrival.startsWith(`${fixed}?`)).toBe(true);
      expect((await browser().follow(arrival)).text).toContain("Not opened");
      expect(await mine.follow(arrival)).toMatchObject({ text: expect.stringContaining("Connected") });
      expect(await connected()).toEqual([level]);
      expect((await mine.follow(fixed)).text).toContain("installation_missing");
    },
  );

  it("stores credentials whose names the manifest doesn't declare as properties", async () => {
    const connecting = createIntegration({
      fetch: async (request, context) => {
        const { configuration } = context.environment.installation ?? {};
        if (request.url.endsWith("/shop")) return Response.json(configuration?.["shop_id"] ?? null);
        return await createOAuthHandler((environment) => ({
          ...(typeof oauth === "function" ? oauth(environment) : oauth),
          extractCredentials: async (response) => {
            const extracted = await extractCredentials(response);
            return { configuration: { ...extracted.configuration, shop_id: "shop-7" } };
          },
        }))(request, context);
      },
    });
    const connectShop = async (name: string, more: string) => {
      const account = `properties: { oauth_credentials: { ${button} } }${more}`;
      await publish(name, connecting, `scopes: []\nconfigurations:\n  account: { ${account} }`);
      const id = await install(name);
      const base = pathOf(getInstallation, { params: { installationId: id } });
      const connection = await succeed("POST", `${base}/connect/oauth_credentials`);
      const { text } = await createFlowBrowser(server().urls.console).connect(connection);
      const shop = await fetch(`${server().urls.public}/integrations/${id}/shop`);
      return [text.includes("Connected"), await shop.json()];
    };
    expect(await connectShop("keeps-shop", ", internal: true")).toEqual([true, "shop-7"]);
    expect(await connectShop("loses-shop", "")).toEqual([false, null]);
  });

  it("separates two flows of one browser, whichever ends first", async () => {
    const { locations, browser, ask, connected } = await setUp("twice");
    const one = browser();
    const started = await one.open(await one.bring(await ask(locations.site)));
    await one.connect(await ask(locations.space));
    expect(await connected()).toEqual(["space"]);
    expect(await one.follow(started.location)).toMatchObject({ status: 200 });
    expect(await connected()).toEqual(["space", "site"]);
  });

  it("rejects a stranger who connects an account, wherever they start", async () => {
    const { endpoint, browser, connected } = await setUp("guarded");
    for (const path of ["", "/", "/anything", "/oauth/more", "/oauth"]) {
      const page = await browser().follow(`${endpoint}${path}`);
      expect(page).toMatchObject({ status: 403, text: expect.stringContaining("Not opened") });
    }
    expect(await connected()).toEqual([]);
  });

  it("rejects a flow that was started in another browser", async () => {
    const { locations, endpoint, browser, ask, connected } = await setUp("split");
    const stranger = browser();
    const begun = await stranger.open(`${endpoint}/anything`);
    const { location } = await stranger.open(begun.location);
    const victim = browser();
    await victim.connect(await ask(locations.space));
    expect((await victim.open(location)).text).toContain("state_unknown");
    expect((await stranger.open(location)).text).toContain("Not opened");
    expect(await connected()).toEqual(["space"]);
  });
});
