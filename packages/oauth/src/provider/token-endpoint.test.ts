import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { exampleConfig } from "../fixtures/oauth-config.fixture.ts";
import type { OAuthConfig } from "../settings/oauth-config.ts";
import { exchangeCode } from "./token-endpoint.ts";

const issuer = "https://provider.example";
// A clock that is not the machine's.
const now = 1_900_000_000_000;

/** Exchanges a code and returns what the provider was sent. */
async function exchange(config: Partial<OAuthConfig>, body: object = {}, status = 200) {
  const sent: Request[] = [];
  const tokens = await exchangeCode(
    {
      accessTokenURL: new URL(exampleConfig.accessTokenURL),
      issuer,
      config: { ...exampleConfig, ...config },
      ports: {
        now: () => now,
        fetch: async (url, init) => {
          sent.push(new Request(url, init));
          return Response.json({ access_token: "at", token_type: "bearer", ...body }, { status });
        },
      },
    },
    { code: "c", state: "s", redirectURL: "https://sites.example/oauth", verifier: "v".repeat(43) },
  );
  const [request] = sent;
  return {
    tokens,
    authorization: request?.headers.get("authorization"),
    body: Object.fromEntries(new URLSearchParams(await request?.text())),
  };
}

const grant = {
  grant_type: "authorization_code",
  code: "c",
  redirect_uri: "https://sites.example/oauth",
  code_verifier: "v".repeat(43),
};

describe("exchangeCode", () => {
  it("proves the client in the body", async () => {
    const { authorization, body } = await exchange({ clientAuthentication: "post", clientSecret: "s:&+" });
    expect(body).toEqual({ ...grant, client_id: "client", client_secret: "s:&+" });
    expect(authorization).toBeNull();
  });

  it("proves the client in a header", async () => {
    const { authorization, body } = await exchange({ clientAuthentication: "basic", clientSecret: "s:&+" });
    expect(body).toEqual(grant);
    expect(authorization).toBe(`Basic ${btoa("client:s%3A%26%2B")}`);
  });
});

describe("a provider that cannot serve for now", () => {
  it.each([
    ["502, whatever comes with it", 502, {}],
    ["503 and says so", 503, { error: "temporarily_unavailable" }],
    ["500 and calls it an error of its own", 500, { error: "server_error" }],
    ["429", 429, { error: "rate_limited" }],
  ])("is worth another try when it responds with %s", async (_what, status, body) => {
    await expect(exchange({}, body, status)).rejects.toMatchObject({
      code: "provider_unreachable",
      retryable: true,
    });
  });

  it("has refused when it names an error that lasts", async () => {
    const { tokens } = await exchange({}, { error: "invalid_grant" }, 500);
    expect(tokens).toEqual({ ok: false, error: "invalid_grant" });
  });
});

/** An id_token whose signature is not worth checking: it comes from the provider itself, over TLS. */
async function createIdToken(claims: object, alg = "RS256"): Promise<string> {
  const seconds = now / 1000;
  const honest = { iss: issuer, aud: "client", sub: "ada", iat: seconds, exp: seconds + 600 };
  const token = new SignJWT({ ...honest, ...claims }).setProtectedHeader({ alg: "HS256" });
  const [, payload, signature] = (await token.sign(new Uint8Array(32))).split(".");
  return `${btoa(JSON.stringify({ alg }))}.${payload}.${signature}`;
}

describe("an id_token", () => {
  it.each(["RS256", "PS256", "ES256", "EdDSA", "HS256"])("may be signed with %s", async (alg) => {
    const id_token = await createIdToken({}, alg);
    expect((await exchange({}, { id_token })).tokens).toMatchObject({ id_token });
  });

  it.each([
    ["another issuer", { iss: "https://evil.example" }],
    ["another client", { aud: "other" }],
    ["another time", { exp: now / 1000 - 60 }],
    ["another flow", { nonce: "n" }],
    ["nobody in particular", {}, "none"],
  ])("of %s is refused, and not repeated", async (_name, claims, alg = "RS256") => {
    const id_token = await createIdToken(claims, alg);
    const failure = await exchange({}, { id_token }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "response_invalid" });
    expect(failure).not.toHaveProperty("cause");
    expect(String(failure)).not.toContain(id_token);
  });
});
