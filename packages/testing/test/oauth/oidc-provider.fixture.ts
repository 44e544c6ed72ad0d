import { once } from "node:events";
import { createServer } from "node:http";
import { type ClientAuthMethod, Provider } from "oidc-provider";
import type { Browser, BrowserPage } from "../../src/platform/browser.ts";

/** The provider's client and the lifetime of its access tokens. */
export interface OidcProviderOptions {
  readonly redirectURL: string;
  readonly clientAuthentication: ClientAuthMethod;
  readonly accessTokenSeconds: number;
}

/** A provider on this machine. */
export interface OidcProvider {
  readonly origin: string;
  /** Returns whether a token is valid. */
  isActive(token: unknown): Promise<boolean>;
  close(): Promise<void>;
}

export const clientId = "plugboard-client";
export const clientSecret = "a client secret / with + odd & characters";

/** Starts a certified OpenID provider over HTTP, with mandatory PKCE, rotating refresh tokens and revocation. */
export async function startOidcProvider(options: OidcProviderOptions): Promise<OidcProvider> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const handle = createProvider(origin, options).callback();
  server.on("request", (request, response) => void handle(request, response));
  return {
    origin,
    isActive: async (token) => {
      const form = { token: String(token), client_id: clientId, client_secret: clientSecret };
      const init = { method: "POST", body: new URLSearchParams(form) };
      const response: unknown = await (await fetch(`${origin}/token/introspection`, init)).json();
      return (
        typeof response === "object" && response !== null && "active" in response && response.active === true
      );
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function createProvider(origin: string, options: OidcProviderOptions): Provider {
  return new Provider(origin, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [options.redirectURL],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: options.clientAuthentication,
        revocation_endpoint_auth_method: options.clientAuthentication,
      },
    ],
    cookies: { keys: ["fixture"] },
    features: { revocation: { enabled: true }, introspection: { enabled: true } },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    ttl: { AccessToken: options.accessTokenSeconds, RefreshToken: 3600, Grant: 3600, IdToken: 600 },
  });
}

/** Signs in and consents like a user. Returns the provider's response, or its redirect back. */
export async function signIn(redirectURL: string, browser: Browser): Promise<BrowserPage> {
  return await signInAt(await browser.open(redirectURL), redirectURL, browser);
}

/** Signs in and consents from the provider's first page. Returns the provider's response, or its redirect back. */
export async function signInAt(
  login: BrowserPage,
  redirectURL: string,
  browser: Browser,
): Promise<BrowserPage> {
  const isBack = (url: URL) => url.href.startsWith(`${redirectURL}?`);
  const submit = (url: URL, fields: Readonly<Record<string, string>>) =>
    browser.open(new Request(url, { method: "POST", body: new URLSearchParams(fields) }), isBack);
  const consent = await submit(login.url, { prompt: "login", login: "ada", password: "any" });
  return submit(consent.url, { prompt: "consent" });
}

/** Signs in and returns the URL of the provider's redirect. */
export async function authorize(redirectURL: string, browser: Browser): Promise<URL> {
  return (await signIn(redirectURL, browser)).url;
}

/** Returns the request of a form that submits itself. */
export async function readForm({ response }: BrowserPage): Promise<Request> {
  const html = await response.text();
  const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? "";
  return new Request(action, { method: "POST", body: new URLSearchParams(fields) });
}
