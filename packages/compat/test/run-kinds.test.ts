import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "@plugboard/api";
import { getSiteInstallation } from "@plugboard/content/routes";
import type { Integration } from "@plugboard/runtime";
import { encodeEnvelope } from "@plugboard/runtime/envelope";
import { createTestPlatform } from "@plugboard/testing";
import { createOAuthProvider } from "@plugboard/testing/oauth-provider";
import { generateSecret, sign, signatureHeaderName } from "@plugboard/webhook-signer";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importManifest } from "../src/index.ts";
import { bundle } from "./bundle.fixture.ts";

const head = (name: string) => `name: ${name}
title: A ${name}
description: Shows issues.
organization: acme
visibility: private
runtime: v2
script: ./src/index.ts
`;

const manifests = {
  counter: `${head("counter")}target: site
scopes: [site:script:inject, site:script:cookies]
categories: [analytics]
contentSecurityPolicy: { script-src: "*.counter.test", block-all-mixed-content: "" }
configurations:
  site:
    properties:
      tracking_id: { type: string, title: Tracking ID, description: Looks like C-1. }
      host: { type: string, title: Host, default: eu.counter.test, enum: [eu.counter.test, us.counter.test] }
    required: [tracking_id]
`,
  tracker: `${head("tracker")}target: all
scopes: []
categories: [collaboration]
entities: [{ type: issue }]
blocks:
  - { id: issue, title: Issue, urlUnfurl: ["https://tracker.test/*/issue/**", "https://tracker.test/issue/**"] }
configurations:
  account: { componentId: configure }
secrets: { CLIENT_ID: "\${{ env.CLIENT_ID }}", CLIENT_SECRET: "\${{ env.CLIENT_SECRET }}" }
`,
  shop: `${head("shop")}scopes: []
configurations:
  account:
    properties:
      oauth_credentials: { type: button, title: Connect, description: The shop., button_text: Connect, callback_url: /oauth }
      key: { type: button, title: Key, description: A key of the shop., button_text: Connect, callback_url: /key }
secrets: { CLIENT_ID: op://shop/client/id, CLIENT_SECRET: op://shop/client/secret }
`,
  door: `${head("door")}target: site
scopes: [site:visitor:auth, site:metadata:read]
categories: [visitor-auth]
configurations:
  site:
    properties:
      issuer: { type: string, title: Issuer }
      client_id: { type: string, title: Client ID }
    required: [issuer]
`,
};

describe("integrations of each kind written for GitBook", () => {
  let folder = "";
  let counter: Integration;
  let tracker: Integration;
  let door: Integration;
  let shop: Integration;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "compat-kinds-"));
    [counter, tracker, door, shop] = (await Promise.all(
      ["counter.ts", "tracker.tsx", "door.ts", "shop.ts"].map((name) => bundle(folder, name)),
    )) as [Integration, Integration, Integration, Integration];
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Calls the integration's handler for a site's request, with the settings of its installation. */
  const ask = async (integration: Integration, event: object, configuration: Record<string, string>) => {
    const signingSecret = generateSecret();
    const urls = { location: "https://api.test/x", publicEndpoint: "https://public.test/door/site_1/" };
    const site = {
      installation: "ins_1",
      site: "site_1",
      status: "active",
      externalIds: [],
      configuration,
      urls,
    };
    const environment = {
      apiEndpoint: "https://api.test/v1",
      apiTokens: { integration: "token" },
      integration: { name: "kind", title: "Kind", version: 1, urls: { publicEndpoint: "https://kind.test" } },
      siteInstallation: site,
      signingSecrets: { integration: "secret", siteInstallation: "site's" },
      secrets: {},
      // The fields that such a handler reads.
    } as unknown as Environment;
    const ids = { eventId: "evt_1", installationId: "ins_1", siteId: "site_1", type: "" };
    const { body, contentType } = encodeEnvelope({ event: { ...ids, ...event }, environment });
    const headers = {
      "content-type": contentType,
      [signatureHeaderName]: await sign({ secret: signingSecret, body }),
    };
    const request = new Request("https://kind.test/v1", { method: "POST", body, headers });
    return await integration.fetch(request, { PLUGBOARD_SIGNING_SECRET: signingSecret });
  };

  it.each(Object.entries(manifests))("imports the manifest of %s", (_name, yaml) => {
    const { changes, problems } = importManifest(yaml);
    expect(changes.map(({ path }) => path)).toContain("runtime");
    expect(problems.filter(({ code }) => code !== "internal_scope")).toEqual([]);
  });

  it("serves a script to sites with settings and none to others", async () => {
    const event = { type: "fetch_published_script" };
    const script = await ask(counter, event, { tracking_id: "C-1" });
    expect(await script.text()).toContain("['C-1','eu.counter.test']");
    expect(script.headers.get("cache-control")).toBe("max-age=604800");
    expect(await (await ask(counter, event, {})).text()).not.toContain("counter=");
  });

  it("unfurls a link, shows a frame served by the integration, and renders every element", async () => {
    const platform = await createTestPlatform(tracker, {
      manifest: importManifest(manifests.tracker).manifest,
      installation: { configuration: {} },
      secrets: { CLIENT_ID: "id", CLIENT_SECRET: "secret" },
    });
    const url = "https://tracker.test/issue/T-1";
    expect(await platform.unfurl(url)).toMatchObject({ props: { url } });
    const view = await platform.render("issue", { props: { url, layout: "card" } });
    expect(view.findAll({ title: "Issue T-1" })).toHaveLength(1);
    expect(view.findAll({ target: { url: "https://tracker.test/all?team=A+B" } })).toHaveLength(1);
    await view.press("Frame");
    const frame = view.findAll({ type: "webframe" })[0];
    expect(frame).toMatchObject({ data: { layout: { $state: "layout" }, url } });
    expect((await platform.fetch("/frame")).headers.get("content-type")).toContain("text/html");
    const dialog = await platform.render("dialog");
    expect(dialog.findAll({ type: "image" })).toHaveLength(1);
  });

  it("connects an account in a component configuration, and keeps existing settings", async () => {
    const provider = createOAuthProvider({ issuer: "https://provider.test" });
    const platform = await createTestPlatform(tracker, {
      manifest: importManifest(manifests.tracker).manifest,
      installation: { configuration: {} },
      secrets: { CLIENT_ID: provider.clientId, CLIENT_SECRET: provider.clientSecret },
      services: { [provider.issuer]: provider.fetch },
    });
    const context = { type: "configuration_account", theme: "light", organizationId: "org_1" } as const;
    const view = await platform.render("configure", {
      props: { installation: { configuration: {} } },
      context,
    });
    expect(view.text).toContain("Connect your account.");
    const [button] = view.findAll({ label: "Connect" });
    await view.dispatch({ action: "save", team: "T" });
    expect(view.completed).toBeDefined();
    const browser = platform.createBrowser();
    const { url } = Object(button)["onPress"] as { readonly url: string };
    await browser.open(url);
    const { configuration, externalIds } = await platform.installation();
    expect(configuration).toMatchObject({
      team: "T",
      oauth_credentials: { access_token: expect.any(String) },
    });
    expect(externalIds).toEqual(["workspace"]);
    const connected = await platform.render("configure", {
      props: { installation: { configuration: { team: "T", oauth_credentials: {} } } },
      context,
    });
    expect(connected.state).toMatchObject({ step: "team", team: "T" });
  });

  it("stores credentials under keys that the manifest doesn't declare, and refreshes them", async () => {
    const provider = createOAuthProvider({ issuer: "https://provider.test" });
    const platform = await createTestPlatform(shop, {
      manifest: importManifest(manifests.shop).manifest,
      installation: { configuration: {} },
      secrets: { CLIENT_ID: provider.clientId, CLIENT_SECRET: provider.clientSecret },
      services: { [provider.issuer]: provider.fetch },
    });
    await platform.connect("oauth_credentials");
    const { configuration } = await platform.installation();
    expect(configuration).toEqual({
      shop_id: "shop-7",
      oauth_credentials: expect.objectContaining({ access_token: expect.any(String) }),
    });
    const first = Object(configuration["oauth_credentials"]);
    // In milliseconds, as on GitBook.
    expect(first.expires_at).toBeGreaterThan(Date.now());
    expect(await (await platform.fetch("/token")).text()).toBe(first.access_token);
    await platform.fetch("/expire");
    const token = await (await platform.fetch("/token")).text();
    const { configuration: after } = await platform.installation();
    expect(token).not.toBe(first.access_token);
    expect(after).toMatchObject({ shop_id: "shop-7", oauth_credentials: { access_token: token } });
    expect(Object(after["oauth_credentials"]).expires_at).toBeGreaterThan(Date.now());
    await platform.connect("key");
    expect((await platform.installation()).configuration).toMatchObject({ api_key: expect.any(String) });
  });

  it("sends visitors to their provider, and back with a signed token", async () => {
    const settings = { issuer: "https://login.test", client_id: "c" };
    const login = await ask(door, { type: "fetch_visitor_authentication", location: "/start" }, settings);
    const to = new URL(login.headers.get("location") ?? "");
    expect([to.origin, to.searchParams.get("state")]).toEqual(["https://login.test", "state-site_1|/start"]);
    expect((await ask(door, { type: "fetch_visitor_authentication", location: "" }, {})).status).toBe(400);

    const platform = await createTestPlatform(door, {
      manifest: importManifest(manifests.door).manifest,
      site: { configuration: settings },
    });
    const { installation: installationId, site: siteId } = platform.ids;
    const { urls } = await platform.api.call(getSiteInstallation, { params: { installationId, siteId } });
    const back = await platform.network(
      new Request(`${urls.publicEndpoint.replace(/\/$/, "")}/response?state=s|start`, { redirect: "manual" }),
    );
    const token = new URL(back.headers.get("location") ?? "").searchParams.get("jwt_token") ?? "";
    expect(decodeJwt(token)).toMatchObject({ groups: ["staff"] });
    expect((await platform.installation("site")).configuration).toMatchObject({ client_id: "used" });
  });
});
