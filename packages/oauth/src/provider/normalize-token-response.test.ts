import { describe, expect, it } from "vitest";
import { resolveQuirks } from "../settings/provider-quirks.ts";
import { normalizeTokenResponse } from "./normalize-token-response.ts";

const now = 1_700_000_000_500;
const conform = {
  access_token: "at",
  token_type: "Bearer",
  expires_in: 3600,
  refresh_token: "rt",
  scope: "a b",
};
const normalized = { ...conform, ok: true, token_type: "bearer", expires_at: 1_700_003_600 };

function normalize(body: string | object, status = 200, tokenUrl = "https://provider.example/token") {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return normalizeTokenResponse({ status, body: text }, resolveQuirks(new URL(tokenUrl)), now);
}

describe("normalizeTokenResponse", () => {
  it.each([
    ["a conforming response", conform, normalized],
    [
      "a form-encoded response",
      "access_token=at&token_type=Bearer&expires_in=3600&refresh_token=rt&scope=a+b",
      normalized,
    ],
    ["no token_type", { access_token: "at" }, { ok: true, access_token: "at", token_type: "bearer" }],
    ["a lifetime in a string", { ...conform, expires_in: "3600" }, normalized],
    ["an invalid lifetime", { ...conform, expires_in: 3600.9 }, normalized],
    ["scopes in a list", { ...conform, scope: ["a", "b"] }, normalized],
    ["a custom expiry", { ...conform, expires_at: 1 }, normalized],
    ["tokens under data", { data: conform }, { ...normalized, data: conform }],
    ["ok: true next to the tokens", { ...conform, ok: true }, normalized],
    ["a null error next to the tokens", { ...conform, error: null }, { ...normalized, error: null }],
    ["custom fields", { ...conform, team: { id: "T1" } }, { ...normalized, team: { id: "T1" } }],
    ["surrounding whitespace", ` ${JSON.stringify(conform)}\n`, normalized],
  ])("normalizes %s", (_name, body, expected) => {
    expect(normalize(body)).toEqual(expected);
  });

  it.each(["soon", "", null, true, -1, Number.MAX_VALUE, "1e400", {}, [[]]])(
    "omits the lifetime %j",
    (expires_in) => {
      expect(normalize({ access_token: "at", expires_in })).toEqual({
        ok: true,
        access_token: "at",
        token_type: "bearer",
      });
    },
  );

  it("omits an invalid refresh token", () => {
    expect(normalize({ access_token: "at", refresh_token: null })).not.toHaveProperty("refresh_token");
    expect(normalize({ access_token: "at", refresh_token: "" })).not.toHaveProperty("refresh_token");
  });

  it("supports token types and user tokens of Slack", () => {
    const slack = "https://slack.com/api/oauth.v2.access";
    const user = { id: "U1", access_token: "xoxp", token_type: "user", scope: "chat:write" };
    expect(normalize({ ok: true, access_token: "xoxb", token_type: "bot" }, 200, slack)).toMatchObject({
      access_token: "xoxb",
      token_type: "bearer",
    });
    expect(normalize({ ok: true, authed_user: user }, 200, slack)).toMatchObject({
      access_token: "xoxp",
      token_type: "bearer",
      authed_user: user,
    });
  });

  it("keeps an unknown token type, which is then rejected", () => {
    expect(normalize({ access_token: "at", token_type: "mac" })).toMatchObject({ token_type: "mac" });
  });

  it.each([
    ["an OAuth error", { error: "invalid_grant", error_description: "Expired" }, 400, "invalid_grant"],
    ["an error with status 200", { error: "bad_verification_code" }, 200, "bad_verification_code"],
    ["ok: false with status 200", { ok: false, error: "invalid_code" }, 200, "invalid_code"],
    ["ok: false next to a token", { ok: false, access_token: "at" }, 200, "unknown_error"],
    ["an error next to a token", { error: "access_denied", access_token: "at" }, 200, "access_denied"],
    ["a form-encoded error", "error=incorrect_client_credentials", 200, "incorrect_client_credentials"],
    ["an error object", { error: { type: "oauth_exception", message: "No" } }, 400, "oauth_exception"],
    ["tokens with an error status", conform, 500, "unknown_error"],
    ["an error name that might be a secret", { error: "xoxb-1234-SECRET" }, 400, "unknown_error"],
  ])("treats %s as an error", (_name, body, status, error) => {
    expect(normalize(body, status)).toMatchObject({ ok: false, error });
    expect(normalize(body, status)).not.toHaveProperty("access_token");
  });

  it.each([
    ["an HTML page", "<!doctype html><title>Sign in</title>"],
    ["an empty body", ""],
    ["a JSON list", "[]"],
    ["a JSON string", '"token"'],
    ["no token", { token_type: "bearer" }],
    ["an empty token", { access_token: "", token_type: "bearer" }],
    ["a token that is a number", { access_token: 12, token_type: "bearer" }],
    ["a truncated response", '{"access_token": "at'],
  ])("rejects %s", (_name, body) => {
    expect(() => normalize(body)).toThrow(expect.objectContaining({ code: "response_invalid" }));
  });
});
