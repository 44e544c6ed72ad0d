import { describe, expect, it } from "vitest";
import { createOAuthProvider, type OAuthProvider } from "./create-oauth-provider.ts";
import { toBase64Url } from "./random-text.ts";

const redirectURL = "https://integration.example/oauth";
const verifier = "v".repeat(43);

async function authorize(provider: OAuthProvider, change: Readonly<Record<string, string>> = {}) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const url = new URL(provider.authorizeURL);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: provider.clientId,
    redirect_uri: redirectURL,
    state: "s",
    scope: "read",
    code_challenge: toBase64Url(new Uint8Array(digest)),
    code_challenge_method: "S256",
    ...change,
  }).toString();
  const response = await provider.fetch(new Request(url));
  const location = URL.parse(response.headers.get("location") ?? "");
  return { status: response.status, parameters: location?.searchParams ?? new URLSearchParams() };
}

/** Calls the token endpoint. Empty fields are omitted. */
async function requestTokens(provider: OAuthProvider, fields: Readonly<Record<string, string>>) {
  const { clientId: client_id, clientSecret: client_secret } = provider;
  const sent = Object.entries({ client_id, client_secret, ...fields }).filter(([, value]) => value !== "");
  const form = new URLSearchParams(Object.fromEntries(sent));
  const response = await provider.fetch(new Request(provider.accessTokenURL, { method: "POST", body: form }));
  const body: Readonly<Record<string, unknown>> = Object(await response.json());
  return { status: response.status, body };
}

async function exchange(provider: OAuthProvider, change: Readonly<Record<string, string>> = {}) {
  const { parameters } = await authorize(provider);
  const code = parameters.get("code") ?? "";
  const grant = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectURL,
    code_verifier: verifier,
  };
  return { code, ...(await requestTokens(provider, { ...grant, ...change })) };
}

const refresh = (provider: OAuthProvider, token: unknown) =>
  requestTokens(provider, { grant_type: "refresh_token", refresh_token: String(token) });

describe("a conforming provider", () => {
  it("redirects the user back with a code, the state and its issuer", async () => {
    const provider = createOAuthProvider();
    const { status, parameters } = await authorize(provider);
    expect(status).toBe(302);
    expect(Object.fromEntries(parameters)).toEqual({
      code: expect.stringMatching(/^code_/),
      state: "s",
      iss: provider.issuer,
    });
  });

  it.each([
    ["another client", { client_id: "other" }],
    ["another response type", { response_type: "token" }],
    ["a challenge that does not hide the verifier", { code_challenge_method: "plain" }],
    ["no redirect URL", { redirect_uri: "" }],
  ])("shows an error to a user with %s", async (_name, change) => {
    expect(await authorize(createOAuthProvider(), change)).toMatchObject({ status: 400 });
  });

  it("returns tokens for a code", async () => {
    const provider = createOAuthProvider({ accessTokenSeconds: 60 });
    const { status, body } = await exchange(provider);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^at_/),
      refresh_token: expect.stringMatching(/^rt_/),
      token_type: "Bearer",
      expires_in: 60,
      scope: "read",
    });
    expect(provider.secrets()).toEqual(expect.arrayContaining([body.access_token, body.refresh_token]));
  });

  it.each([
    ["another secret", { client_secret: "other" }, 401, "invalid_client"],
    ["no secret", { client_secret: "" }, 401, "invalid_client"],
    ["another redirect URL", { redirect_uri: `${redirectURL}/` }, 400, "invalid_grant"],
    ["another verifier", { code_verifier: "w".repeat(43) }, 400, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, 400, "invalid_grant"],
    ["another code", { code: "code_any" }, 400, "invalid_grant"],
    ["another grant", { grant_type: "password" }, 400, "invalid_grant"],
  ])("returns no tokens for %s", async (_name, change, status, error) => {
    expect(await exchange(createOAuthProvider(), change)).toMatchObject({ status, body: { error } });
  });

  it("treats a reused code as theft and revokes its tokens", async () => {
    const provider = createOAuthProvider();
    const { code, body } = await exchange(provider);
    expect(provider.isActive(String(body.access_token))).toBe(true);
    expect(await exchange(provider, { code })).toMatchObject({ status: 400 });
    expect(provider.isActive(String(body.access_token))).toBe(false);
  });

  it("rotates refresh tokens and treats a reused one as theft", async () => {
    const provider = createOAuthProvider();
    const first = (await exchange(provider)).body;
    const second = (await refresh(provider, first.refresh_token)).body;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(provider.isActive(String(second.access_token))).toBe(true);
    expect(await refresh(provider, first.refresh_token)).toMatchObject({
      body: { error: "invalid_grant" },
    });
    expect(provider.isActive(String(second.access_token))).toBe(false);
  });

  it("revokes tokens only for its client", async () => {
    const provider = createOAuthProvider();
    const { access_token } = (await exchange(provider)).body;
    const token = String(access_token);
    const { clientId: client_id, clientSecret } = provider;
    for (const [client_secret, isActive] of [["other", true] as const, [clientSecret, false] as const]) {
      const body = new URLSearchParams({ client_id, client_secret, token });
      await provider.fetch(new Request(provider.revokeURL, { method: "POST", body }));
      expect(provider.isActive(token)).toBe(isActive);
    }
  });
});
