import type { Configuration } from "@plugboard/api";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createOAuthHandler } from "./create-oauth-handler.ts";
import type { CredentialOwner } from "./credentials/credential-owner.ts";
import { getOAuthToken } from "./get-oauth-token.ts";
import { listen, type LocalServer } from "./fixtures/local-server.fixture.ts";
import { createMemoryCredentialStore } from "./credentials/memory-credential-store.ts";
import { createContext, createEnvironment, type LogLine } from "./fixtures/oauth-context.fixture.ts";
import { readCredentials } from "./credentials/oauth-credentials.ts";
import { authorize, clientId, clientSecret, startOidcProvider } from "./fixtures/oidc-provider.fixture.ts";
import { revokeOAuthToken } from "./revoke-oauth-token.ts";
import { createUserAgent } from "./fixtures/user-agent.fixture.ts";

const owner: CredentialOwner = { installation: "ins_1" };
const servers: LocalServer[] = [];

beforeEach(() => {
  // The provider prints at each start that its defaults are for development.
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "info").mockReturnValue();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** An integration whose handler listens over HTTP, and a real provider that knows it. */
async function setUp(clientAuthentication: "basic" | "post", accessTokenSeconds = 3600) {
  const log: LogLine[] = [];
  const store = createMemoryCredentialStore([{ owner, configuration: { channel: "general" } }]);
  let handler = createOAuthHandler({ clientId, clientSecret, authorizeURL: "", accessTokenURL: "" });
  const integration = await listen((origin) => async (request, response) => {
    const answer = await handler(
      new Request(`${origin}${request.url}`, { headers: { cookie: request.headers.cookie ?? "" } }),
      createContext(createEnvironment(`${origin}/integrations/ins_1`), log),
    );
    response.writeHead(answer.status, [...answer.headers].flat());
    response.end(await answer.text());
  });
  const redirectURL = `${integration.origin}/integrations/ins_1/oauth`;
  const provider = await startOidcProvider({
    redirectURL,
    clientAuthentication: `client_secret_${clientAuthentication}`,
    accessTokenSeconds,
  });
  servers.push(integration, provider);
  const config = {
    clientId,
    clientSecret,
    clientAuthentication,
    authorizeURL: `${provider.origin}/auth`,
    accessTokenURL: `${provider.origin}/token`,
    revokeURL: `${provider.origin}/token/revocation`,
    issuer: provider.origin,
    scopes: ["openid", "offline_access"],
    prompt: "consent",
  };
  handler = createOAuthHandler(config, { credentialStore: store });
  const context = (configuration: Configuration) =>
    createContext(createEnvironment(`${integration.origin}/integrations/ins_1`, configuration), log);
  const stored = async () => (await store.read(owner))?.configuration ?? {};
  return { config, redirectURL, provider, store, context, stored, log };
}

async function connect(redirectURL: string): Promise<Response> {
  const agent = createUserAgent();
  const back = await authorize(redirectURL, redirectURL, agent);
  return (await agent.open(back.href)).response;
}

async function isActive(origin: string, token: string): Promise<boolean> {
  const response = await fetch(`${origin}/token/introspection`, {
    method: "POST",
    body: new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret }),
  });
  const answer: unknown = await response.json();
  return typeof answer === "object" && answer !== null && "active" in answer && answer.active === true;
}

describe("a flow with oidc-provider over HTTP", () => {
  it.each(["basic", "post"] as const)("connects with client authentication %s", async (method) => {
    const { redirectURL, stored, log } = await setUp(method);
    const page = await connect(redirectURL);
    expect(log).toEqual([]);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Connected");
    expect(await stored()).toMatchObject({
      channel: "general",
      oauth_credentials: {
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        token_type: "bearer",
        expires_at: expect.any(Number),
        scope: "openid offline_access",
      },
    });
  });

  it("uses a redirect once, even when the browser brings the cookie again", async () => {
    const { redirectURL, log } = await setUp("post");
    const agent = createUserAgent();
    const back = await authorize(redirectURL, redirectURL, agent);
    expect((await agent.open(back.href)).response.status).toBe(200);
    expect((await agent.open(back.href)).response.status).toBe(400);
    expect(log.map(({ fields }) => fields.code)).toEqual(["state_unknown"]);
  });

  it("does not end a flow in another browser", async () => {
    const { redirectURL, stored, log } = await setUp("post");
    const back = await authorize(redirectURL, redirectURL, createUserAgent());
    expect((await createUserAgent().open(back.href)).response.status).toBe(400);
    expect(log.map(({ fields }) => fields.code)).toEqual(["state_unknown"]);
    expect(await stored()).toEqual({ channel: "general" });
  });

  it("refreshes with rotation, once for many calls", async () => {
    // Shorter than the time ahead of expiry that a token is refreshed at.
    const { redirectURL, config, context, stored, store, provider } = await setUp("basic", 30);
    await connect(redirectURL);
    const before = await stored();
    const ports = { credentialStore: store };
    const calls = Array.from({ length: 8 }, () => getOAuthToken(context(before), config, ports));
    const tokens = new Set(await Promise.all(calls));
    expect(tokens.size).toBe(1);
    const after = readCredentials(await stored());
    expect(tokens).toContain(after?.access_token);
    expect(after?.access_token).not.toBe(readCredentials(before)?.access_token);
    expect(after?.refresh_token).not.toBe(readCredentials(before)?.refresh_token);
    expect(await isActive(provider.origin, after?.access_token ?? "")).toBe(true);
  });

  it("revokes both tokens", async () => {
    const { redirectURL, config, context, stored, provider } = await setUp("post");
    await connect(redirectURL);
    const configuration = await stored();
    const { access_token = "", refresh_token = "" } = readCredentials(configuration) ?? {};
    expect(await isActive(provider.origin, access_token)).toBe(true);
    expect(await revokeOAuthToken(context(configuration), config)).toBe(true);
    expect(await isActive(provider.origin, access_token)).toBe(false);
    expect(await isActive(provider.origin, refresh_token)).toBe(false);
  });

  it("tells that a person has to connect again once the provider ended the grant", async () => {
    const { redirectURL, config, context, stored, store } = await setUp("post", 30);
    await connect(redirectURL);
    const configuration = await stored();
    await revokeOAuthToken(context(configuration), config);
    const ports = { credentialStore: store };
    await expect(getOAuthToken(context(configuration), config, ports)).rejects.toMatchObject({
      code: "needs_reauth",
      providerError: "invalid_grant",
      retryable: false,
    });
    expect(readCredentials(await stored())?.needs_reauth).toBe(true);
    await connect(redirectURL);
    expect(readCredentials(await stored())?.needs_reauth).toBeUndefined();
  });
});
