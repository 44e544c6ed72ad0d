import { createApiClient } from "@plugboard/api/client";
import { createMemoryCredentialStore, createOAuthHandler } from "@plugboard/oauth";
import { launchBrowser } from "@plugboard/test-browser";
import { describe, expect, it, onTestFinished } from "vitest";
import { createOAuthProvider } from "../../src/oauth-provider/create-oauth-provider.ts";
import type { Service } from "../../src/platform/test-platform-options.ts";
import { bareEnvironment, installationId } from "./bare-host.fixture.ts";
import { serveLocally } from "./serve-locally.fixture.ts";

const owner = { installation: installationId };
// The platform's policy for pages of integrations, which have no access to the storage of their shared origin.
const sandbox = "sandbox allow-forms allow-popups allow-popups-to-escape-sandbox allow-scripts";

async function serve(service: Service): Promise<number> {
  const server = await serveLocally(service);
  onTestFinished(() => server.close());
  return server.port;
}

/** Hooks into a flow. */
interface Visits {
  /** Responds instead of the provider. */
  readonly respondToSignIn?: Service;
  /** Called with each request to the handler. */
  readonly onRequest?: (request: Request) => unknown;
}

/** Serves an integration on localhost. Its provider and the page that opens the popup are on another site. */
async function setUp({ respondToSignIn, onRequest }: Visits = {}) {
  const credentialStore = createMemoryCredentialStore([{ owner, configuration: {} }]);
  const handle: Service = async (request) => {
    onRequest?.(request);
    const response = await handler(request, context);
    response.headers.append("content-security-policy", sandbox);
    return response;
  };
  const publicEndpoint = `http://localhost:${await serve((request) => handle(request))}/integrations/one`;
  const issuer = `http://127.0.0.1:${await serve((request) => respondToSignIn?.(request) ?? provider.fetch(request))}`;
  const startUrl = `${publicEndpoint}/oauth`;
  const html = `<button onclick="window.popup = open('${startUrl}', '', 'popup')">Connect</button>`;
  const console = `http://127.0.0.1:${await serve(() => new Response(html, { headers: { "content-type": "text/html" } }))}`;

  const provider = createOAuthProvider({ issuer });
  const { clientId, clientSecret, authorizeURL, accessTokenURL } = provider;
  const handler = createOAuthHandler(
    { clientId, clientSecret, authorizeURL, accessTokenURL, issuer },
    { credentialStore },
  );
  const environment = bareEnvironment(publicEndpoint);
  const api = createApiClient({ endpoint: environment.apiEndpoint, token: undefined });
  const context = {
    environment,
    api,
    integration: { api },
    log: { warn: () => {} },
  };
  return {
    console,
    startUrl,
    provider,
    stored: async () => (await credentialStore.read(owner))?.configuration,
  };
}

/** Converts the provider's redirect to a form that the browser posts across sites immediately. */
function respondAsForm(authorization: Response): Response {
  const back = new URL(authorization.headers.get("location") ?? "");
  const fields = [...back.searchParams].map(([name, value]) => `<input name="${name}" value="${value}">`);
  const html = `<form method="post" action="${back.origin}${back.pathname}">${fields.join("")}</form><script>document.forms[0].submit()</script>`;
  return new Response(html, { headers: { "content-type": "text/html" } });
}

async function openPage(url: string) {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(url);
  return page;
}

describe("a flow in Chromium", () => {
  it("connects across sites, closes its popup and leaves no cookie", async () => {
    const { console, stored } = await setUp();
    const page = await openPage(console);
    await page.click("button");
    await page.waitForFunction("window.popup.closed");
    expect(await stored()).toMatchObject({ oauth_credentials: { token_type: "bearer" } });
    expect(await page.context().cookies()).toEqual([]);
  });

  it("connects when the provider responds with a form, which is posted without the cookie", async () => {
    const cookies: (string | null)[] = [];
    const { console, provider, stored } = await setUp({
      respondToSignIn: async (request) => {
        const response = await provider.fetch(request);
        return response.status === 302 ? respondAsForm(response) : response;
      },
      onRequest: ({ method, headers }) => method === "POST" && cookies.push(headers.get("cookie")),
    });
    const page = await openPage(console);
    await page.click("button");
    await page.waitForFunction("window.popup.closed");
    expect(await stored()).toMatchObject({ oauth_credentials: { token_type: "bearer" } });
    expect(cookies).toEqual([null]);
  });

  it("hides its cookie from scripts and other paths", async () => {
    const { startUrl } = await setUp({ respondToSignIn: () => new Response("Please sign in") });
    const page = await openPage(startUrl);
    expect(await page.context().cookies()).toEqual([
      expect.objectContaining({
        name: expect.stringMatching(/^plugboard_oauth_/),
        domain: "localhost",
        path: "/integrations/one/oauth",
        httpOnly: true,
        sameSite: "Lax",
      }),
    ]);
  });

  it("shows an error at a URL without code and state", async () => {
    const { console, startUrl, provider, stored } = await setUp();
    provider.behave("wrong_iss");
    const page = await openPage(console);
    const [popup] = await Promise.all([page.waitForEvent("popup"), page.click("button")]);
    await popup.waitForURL(startUrl);
    expect(await popup.textContent("main")).toContain("issuer_mismatch");
    expect(await stored()).toEqual({});
  });
});
