import { once } from "node:events";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { StoredConnection } from "./connection-store.ts";
import { createOAuthFlow, type OAuthFlow } from "./create-oauth-flow.ts";

const redirectURL = "http://localhost:4000/callback";
const clientSecret = "a secret / with odd & characters";
const rows = new Map<string, StoredConnection>();
const server = createServer();
let issuer: string;
let now = Date.now();
let flow: OAuthFlow;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "acme",
        client_secret: clientSecret,
        redirect_uris: [redirectURL],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "client_secret_post",
        application_type: "native",
      },
    ],
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    cookies: { keys: ["test"] },
    features: { revocation: { enabled: true } },
    issueRefreshToken: async () => true,
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, RefreshToken: 600, Session: 600 },
  });
  const handle = provider.callback();
  server.on("request", (request, response) => void handle(request, response));
  flow = createOAuthFlow(
    {
      clientId: "acme",
      clientSecret,
      authorizeURL: `${issuer}/auth`,
      accessTokenURL: `${issuer}/token`,
      revokeURL: `${issuer}/token/revocation`,
      issuer,
      redirectURL,
      scopes: ["openid", "offline_access"],
      prompt: "consent",
      secret: "32 random characters for this test",
      store: {
        read: async (id) => rows.get(id),
        write: async (id, credentials, ifVersion) => {
          if (ifVersion !== undefined && rows.get(id)?.version !== ifVersion) return undefined;
          const version = crypto.randomUUID();
          rows.set(id, { credentials, version });
          return version;
        },
      },
      onConnected: (id) => Response.json({ connected: id }),
      onFailed: ({ code }) => Response.json({ code }, { status: 400 }),
    },
    { now: () => now },
  );
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
});

/** A browser that keeps the provider's cookies, signs in and consents. Returns the redirect to the callback. */
async function visit(location: string): Promise<string> {
  const cookies = new Map<string, string>();
  const open = async (url: string, body?: URLSearchParams): Promise<string> => {
    if (url.startsWith(redirectURL)) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      headers: { cookie },
      redirect: "manual",
      ...(body !== undefined && { method: "POST", body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get("location");
    if (next !== null) return await open(new URL(next, url).href);
    const page = await response.text();
    const prompt = page.includes('value="login"') ? "login" : "consent";
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? "";
    return await open(
      new URL(action, url).href,
      new URLSearchParams({ prompt, login: "ada", password: "x" }),
    );
  };
  return await open(location);
}

it("connects, refreshes and revokes at a real provider", async () => {
  const started = await flow.start(new Request("http://localhost:4000/connect"), "user_1");
  expect(started.status).toBe(302);
  const cookie = (started.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const redirect = await visit(started.headers.get("location") ?? "");

  const elsewhere = await flow.callback(new Request(redirect));
  expect([elsewhere.status, await elsewhere.json()]).toEqual([400, { code: "state_unknown" }]);
  const arrived = await flow.callback(new Request(redirect, { headers: { cookie } }));
  expect(await arrived.json()).toEqual({ connected: "user_1" });
  expect(arrived.headers.get("set-cookie")).toContain("Max-Age=0");
  const again = await flow.callback(new Request(redirect, { headers: { cookie } }));
  expect(await again.json()).toEqual({ code: "state_reused" });

  const token = await flow.token("user_1");
  expect(token).toBe(rows.get("user_1")?.credentials.access_token);
  now += 600_000;
  const [renewed, same] = await Promise.all([flow.token("user_1"), flow.token("user_1")]);
  expect([renewed, same]).toEqual([rows.get("user_1")?.credentials.access_token, renewed]);
  expect(renewed).not.toBe(token);

  expect(await flow.revoke("user_1")).toBe(true);
  now += 600_000;
  await expect(flow.token("user_1")).rejects.toMatchObject({ code: "needs_reauth" });
  await expect(flow.token("user_2")).rejects.toMatchObject({ code: "not_connected" });
  expect(await flow.revoke("user_2")).toBe(false);
});

it("rejects a short secret", () => {
  const url = "https://provider.example";
  expect(() =>
    createOAuthFlow({
      clientId: "acme",
      clientSecret,
      authorizeURL: url,
      accessTokenURL: url,
      redirectURL,
      secret: "short",
      store: { read: async () => undefined, write: async () => undefined },
    }),
  ).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
});

it.each([
  ["secret", { secret: undefined }],
  ["store", { store: undefined }],
  ["store", { store: "tokens.db" }],
  ["clientId", { clientId: undefined }],
  ["clientSecret", { clientSecret: undefined }],
])("rejects a flow without its %s: %j", (setting, change) => {
  const options = {
    clientId: "a",
    clientSecret: "b",
    authorizeURL: "https://chat.example/authorize",
    accessTokenURL: "https://chat.example/token",
    redirectURL,
    secret: "32 random characters for this test",
    store: { read: async () => undefined, write: async () => undefined },
  };
  // Callers without types can leave anything out, such as an unset variable of the environment.
  expect(() => createOAuthFlow({ ...options, ...change } as never)).toThrow(
    expect.objectContaining({ code: "configuration_invalid", message: expect.stringContaining(setting) }),
  );
});
