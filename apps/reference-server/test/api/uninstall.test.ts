import type { ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Environment } from "@plugboard/api";
import { getInstallation, getIntegration, listDeliveries } from "@plugboard/api/routes";
import { updatePageContent } from "@plugboard/content/routes";
import { createOAuthHandler, type OAuthConfigSource, revokeOAuthToken } from "@plugboard/oauth";
import { createIntegration } from "@plugboard/content/integration";
import type { IntegrationContext } from "@plugboard/runtime";
import { createOAuthProvider, type OAuthProvider } from "@plugboard/testing/oauth-provider";
import { atNight } from "@plugboard/test-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createFlowBrowser } from "../../src/fixtures/flow-browser.fixture.ts";
import { setUpServer, pathOf } from "../../src/fixtures/set-up-server.fixture.ts";
import { startHttp, type TestHttp } from "@plugboard/test-http";
import { waitFor } from "../../src/fixtures/wait-for.fixture.ts";

const button = "type: button, title: T, description: D., button_text: Go, callback_url: /oauth";
const settings = `scopes: [space:content:read]
configurations:
  account: { properties: { oauth_credentials: { ${button} } } }
  space: { properties: { oauth_credentials: { ${button} } } }
  site: { properties: { oauth_credentials: { ${button} } } }`;

const list = z.object({ items: z.array(z.looseObject({ eventType: z.string(), status: z.string() })) });

/** A handler's event, and whether the API accepted its token. */
interface Received {
  readonly type: string;
  readonly environment: Environment;
  readonly published: string;
}

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)(
  "removing an installation over HTTP on %s",
  (kind) => {
    const { server, succeed, publish, install, seeded } = setUpServer(kind);
    let providerHttp: TestHttp;
    let provider: OAuthProvider;
    const received: Received[] = [];
    let failures = 0;

    const oauth: OAuthConfigSource = () => {
      const { clientId, clientSecret, authorizeURL, accessTokenURL, revokeURL } = provider;
      return { clientId, clientSecret, authorizeURL, accessTokenURL, revokeURL };
    };
    const leave = async ({ type }: { readonly type: string }, context: IntegrationContext): Promise<void> => {
      if (failures > 0) {
        failures -= 1;
        throw new Error("not now");
      }
      const { environment } = context;
      const params = { integration: environment.integration.name };
      const { name } = await context.integration.api.call(getIntegration, { params });
      await revokeOAuthToken(context, oauth);
      received.push({ type, environment, published: name });
    };
    const integration = createIntegration({
      fetch: createOAuthHandler(oauth),
      events: {
        space_content_updated: () => {},
        space_installation_deleted: leave,
        site_installation_deleted: leave,
        installation_deleted: leave,
      },
    });

    beforeAll(async () => {
      const listener = getRequestListener((request) => provider.fetch(request));
      providerHttp = await startHttp((request, response) => void listener(request, response));
      provider = createOAuthProvider({ issuer: providerHttp.url });
    });
    afterAll(() => providerHttp.close());

    const connect = async (path: string) =>
      await createFlowBrowser(server().urls.console).connect(
        await succeed("POST", `${path}/connect/oauth_credentials`),
      );

    it("notifies its space and site installations and then itself, each while its credentials can be revoked", async () => {
      await publish("leaving", integration, settings);
      const path = pathOf(getInstallation, { params: { installationId: await install("leaving") } });
      const { space, site } = seeded();
      for (const location of [`${path}/spaces/${space}`, `${path}/sites/${site}`])
        await succeed("PUT", location);
      for (const location of [path, `${path}/spaces/${space}`, `${path}/sites/${site}`])
        await connect(location);
      const tokens = provider.secrets().filter((secret) => provider.isActive(secret));
      expect(tokens).toHaveLength(6);

      failures = 1;
      await succeed("DELETE", path);
      await waitFor("the last event", () => (received.length === 3 ? true : undefined));
      expect(received.map(({ type }) => type)).toEqual([
        "space_installation_deleted",
        "site_installation_deleted",
        "installation_deleted",
      ]);
      expect(tokens.filter((token) => provider.isActive(token))).toEqual([]);
      const credentials = { oauth_credentials: { access_token: expect.any(String) } };
      const urlsOf = (location: string) => ({
        publicEndpoint: expect.stringMatching(`/integrations/ins_\\w+/~${location}$`),
      });
      const part = { status: "active", configuration: credentials, externalIds: [] };
      const [ofSpace, ofSite, ofInstallation] = received.map(({ environment }) => environment);
      expect(ofSpace?.spaceInstallation).toMatchObject({ space, ...part, urls: urlsOf(`spaces/${space}`) });
      expect(ofSite?.siteInstallation).toMatchObject({ site, space, ...part, urls: urlsOf(`sites/${site}`) });
      expect(ofInstallation).not.toHaveProperty("spaceInstallation");
      expect(ofInstallation).not.toHaveProperty("siteInstallation");
      for (const { environment, published } of received) {
        const organization = { space_selection: { type: "all" }, target: "all" };
        expect(environment.installation).toMatchObject({ ...part, ...organization });
        expect(environment.apiTokens).toEqual({ integration: expect.any(String) });
        expect(published).toBe("leaving");
      }
    });

    it("ends its webhooks: a request in flight finishes, and nothing else is sent", async () => {
      const waiting: ServerResponse[] = [];
      const target = await startHttp((_request, response) => void waiting.push(response));
      await publish("hooked", integration, settings);
      const path = pathOf(getInstallation, { params: { installationId: await install("hooked") } });
      const { space, page } = seeded();
      await succeed("PUT", `${path}/spaces/${space}`);
      const body = { url: target.url, eventTypes: ["space_content_updated"] };
      await succeed("POST", `${path}/webhook-endpoints`, { body });
      const save = () =>
        succeed(updatePageContent, {
          params: { spaceId: space, pageId: page },
          body: { markdown: "# Saved\n" },
        });
      await save();
      const [inFlight] = await waitFor("the webhook", () => (waiting.length > 0 ? waiting : undefined));

      await succeed("POST", `${path}/pause`);
      await save();
      await succeed("DELETE", path);
      await save();
      inFlight?.writeHead(500).end();
      await waitFor("the notification of the removal", () =>
        received.find(
          ({ environment }) => environment.integration.name === "hooked" && environment.installation,
        ),
      );
      const { items } = list.parse(await succeed(listDeliveries, { query: { limit: 100 } }));
      expect(
        items.filter(({ target: to }) => z.looseObject({ url: z.string() }).safeParse(to).success),
      ).toEqual([]);
      expect(waiting).toHaveLength(1);
      await target.close();
    });
  },
);
