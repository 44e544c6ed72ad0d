import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { exampleConfig } from "../fixtures/oauth-config.fixture.ts";
import type { OAuthConfig } from "../settings/oauth-config.ts";
import { exchangeCode } from "./token-endpoint.ts";

const issuer = "https://provider.example";
// Differs from the machine's clock.
const now = 1_900_000_000_000;

/** Exchanges a code and returns the request to the provider. */
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
  it("authenticates the client in the body", async () => {
    const { authorization, body } = await exchange({ clientAuthentication: "post", clientSecret: "s:&+" });
    expect(body).toEqual({ ...grant, client_id: "client", client_secret: "s:&+" });
    expect(authorization).toBeNull();
  });

  it("authenticates the client in a header", async () => {
    const { authorization, body } = await exchange({ clientAuthentication: "basic", clientSecret: "s:&+" });
    expect(body).toEqual(grant);
    expect(authorization).toBe(`Basic ${btoa("client:s%3A%26%2B")}`);
  });
});

describe("a temporarily unavailable provider", () => {
  it.each([
    ["502 with any body", 502, {}],
    ["503 and a matching error", 503, { error: "temporarily_unavailable" }],
    ["500 and a custom error", 500, { error: "server_error" }],
    ["429", 429, { error: "rate_limited" }],
  ])("is retryable if it responds with %s", async (_what, status, body) => {
    await expect(exchange({}, body, status)).rejects.toMatchObject({
      code: "provider_unreachable",
      retryable: true,
    });
  });

  it("is not retryable if it names a permanent error", async () => {
    const { tokens } = await exchange({}, { error: "invalid_grant" }, 500);
    expect(tokens).toEqual({ ok: false, error: "invalid_grant" });
  });
});

/** An id_token with an unchecked signature: it comes directly from the provider over TLS. */
async function createIdToken(claims: object, alg = "RS256"): Promise<string> {
  const seconds = now / 1000;
  const honest = { iss: issuer, aud: "client", sub: "ada", iat: seconds, exp: seconds + 600 };
  const token = new SignJWT({ ...honest, ...claims }).setProtectedHeader({ alg: "HS256" });
  const [, payload, signature] = (await token.sign(new Uint8Array(32))).split(".");
  return `${btoa(JSON.stringify({ alg }))}.${payload}.${signature}`;
}

describe("an id_token", () => {
  it.each(["RS256", "PS256", "ES256", "EdDSA", "HS256"])("can be signed with %s", async (alg) => {
    const id_token = await createIdToken({}, alg);
    expect((await exchange({}, { id_token })).tokens).toMatchObject({ id_token });
  });

  it.each([
    ["another issuer", { iss: "https://evil.example" }],
    ["another client", { aud: "other" }],
    ["a past expiry", { exp: now / 1000 - 60 }],
    ["another nonce", { nonce: "n" }],
    ["no signature", {}, "none"],
  ])("with %s is rejected without being quoted", async (_name, claims, alg = "RS256") => {
    const id_token = await createIdToken(claims, alg);
    const failure = await exchange({}, { id_token }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "response_invalid" });
    expect(failure).not.toHaveProperty("cause");
    expect(String(failure)).not.toContain(id_token);
  });
});
