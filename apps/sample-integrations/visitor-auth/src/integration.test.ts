import { readFile } from "node:fs/promises";
import { getSiteSigningSecrets } from "@plugboard/content/routes";
import { type Browser, type BrowserPage, createTestPlatform, type TestPlatform } from "@plugboard/testing";
import { jwtVerify } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { integration } from "./integration.ts";
import { client, type OpenIdProvider, startOpenIdProvider } from "./openid-provider.fixture.ts";

const manifest = await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8");

let provider: OpenIdProvider;
let platform: TestPlatform;

beforeAll(async () => {
  provider = await startOpenIdProvider();
  const secrets = { OIDC_ISSUER: provider.issuer, CLIENT_ID: client.id, CLIENT_SECRET: client.secret };
  platform = await createTestPlatform(integration, {
    manifest,
    secrets,
    site: { configuration: { session_hours: 1 } },
    services: { [provider.issuer]: (request) => fetch(new Request(request, { redirect: "manual" })) },
  });
});
afterAll(() => provider.close());

/** Returns the login URL that a visitor is redirected to. */
async function loginOf(location: string): Promise<string> {
  const response = await platform.requestFromSite("fetch_visitor_authentication", { location });
  return response.headers.get("location") ?? "";
}

const isBack = ({ pathname }: URL): boolean => pathname.endsWith("/callback");
const isSite = ({ searchParams }: URL): boolean => searchParams.has("jwt_token");

/** Signs in and consents as a person would, until the provider redirects back. */
async function signIn(login: string, browser: Browser): Promise<URL> {
  const submit = ({ url }: BrowserPage, fields: Readonly<Record<string, string>>) =>
    browser.open(new Request(url, { method: "POST", body: new URLSearchParams(fields) }), isBack);
  const asked = await browser.open(login, isBack);
  const consent = await submit(asked, { prompt: "login", login: "ada", password: "any" });
  return (await submit(consent, { prompt: "consent" })).url;
}

it("passes the provider's claims to the site as a token, and returns to the page", async () => {
  const browser = platform.createBrowser();
  const back = await signIn(await loginOf("install?from=mail"), browser);
  const { url } = await browser.open(back.href, isSite);
  const token = url.searchParams.get("jwt_token") ?? "";
  url.searchParams.delete("jwt_token");
  expect(url.href).toMatch(/\/sites\/docs\/install\?from=mail$/);
  const { secrets } = await platform.api.call(getSiteSigningSecrets, {
    params: { siteId: platform.ids.site },
  });
  const { payload } = await jwtVerify(token, new TextEncoder().encode(secrets[0]?.secret));
  expect(payload).toEqual({ sub: "ada", name: "ada", email: "ada@example.com", exp: expect.any(Number) });
  expect((payload.exp ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(3600);
});

it("accepts a sign-in once, only from the browser that began it", async () => {
  const browser = platform.createBrowser();
  const back = await signIn(await loginOf("welcome"), browser);
  expect((await platform.createBrowser().open(back.href)).response.status).toBe(400);
  const foreign = new URL(back);
  foreign.searchParams.set("state", "another user");
  expect((await browser.open(foreign.href)).response.status).toBe(400);
  await browser.open(back.href, isSite);
  expect((await browser.open(back.href)).response.status).toBe(400);
});

it("shows a message if the provider denies access", async () => {
  const browser = platform.createBrowser();
  const asked = await browser.open(await loginOf("welcome"), ({ origin }) => origin === provider.issuer);
  const state = asked.url.searchParams.get("state") ?? "";
  const refused = new URL(asked.url.searchParams.get("redirect_uri") ?? "");
  refused.search = new URLSearchParams({ state, error: "access_denied" }).toString();
  expect((await browser.open(refused.href)).response.status).toBe(403);
});

it.each(["//evil.example/", "/../../../integrations/ins_evil/steal", "../other/", "@evil.example/"])(
  "keeps the token on the site for a location of %s",
  async (location) => {
    const browser = platform.createBrowser();
    const back = await signIn(await loginOf(location), browser);
    const { url } = await browser.open(back.href, isSite);
    expect(url.href).toMatch(/^https:\/\/sites\.plugboard\.test\/sites\/docs\//);
  },
);

it("also signs visitors out of the provider", async () => {
  const response = await platform.requestFromSite("fetch_visitor_authentication", { action: "logout" });
  expect(response.headers.get("location")).toBe(`${provider.issuer}/session/end`);
});
