import { CompactSign, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { maxVisitorTokenLength, readVisitorToken } from "./visitor-token.ts";

const now = Date.UTC(2026, 0, 15, 9, 30);
const seconds = now / 1000;
const secret = "sit_the-secret-of-this-site-and-no-other";
const bytes = (text: string) => new TextEncoder().encode(text);
const sign = (claims: object, key = secret, alg = "HS256") =>
  new SignJWT({ exp: seconds + 3600, ...claims }).setProtectedHeader({ alg }).sign(bytes(key));

describe("readVisitorToken", () => {
  it("returns the claims and expiry of a signed token", async () => {
    expect(await readVisitorToken(await sign({ plan: "pro", sub: "user_1" }), [secret], now)).toEqual({
      claims: { plan: "pro" },
      expiresAt: now + 3_600_000,
    });
  });

  it("accepts the secret from before the last rotation", async () => {
    expect(await readVisitorToken(await sign({}), ["sit_newer", secret], now)).toMatchObject({ claims: {} });
  });

  it("limits a session to 30 days", async () => {
    const identity = await readVisitorToken(await sign({ exp: seconds + 10 ** 9 }), [secret], now);
    expect(identity).toMatchObject({ expiresAt: now + 30 * 24 * 3_600_000 });
  });

  it("rejects a token signed with the site's secret and another algorithm", async () => {
    const long = secret.repeat(2);
    expect(await readVisitorToken(await sign({}, long, "HS512"), [long], now)).toBe("foreign");
  });

  const parts = async () => (await sign({ plan: "free" })).split(".");
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const hostile: Readonly<Record<string, readonly [token: () => Promise<string>, refusal: string]>> = {
    "signed with another site's secret": [() => sign({}, "sit_the-secret-of-another-site"), "foreign"],
    "signed with no algorithm": [async () => new UnsecuredJWT({ exp: seconds + 60 }).encode(), "foreign"],
    'with the algorithm "none" and a real signature': [
      async () => [encode({ alg: "none" }), ...(await parts()).slice(1)].join("."),
      "foreign",
    ],
    "with claims changed after signing": [
      async () => {
        const [header, , signature] = await parts();
        return [header, encode({ plan: "pro", exp: seconds + 60 }), signature].join(".");
      },
      "foreign",
    ],
    "that has expired": [() => sign({ exp: seconds - 60 }), "expired"],
    "that is not valid yet": [() => sign({ nbf: seconds + 600 }), "foreign"],
    "that never expires": [() => sign({ exp: undefined }), "no_expiry"],
    "with an expiry that is not a number": [
      () =>
        new CompactSign(bytes('{"exp":"never"}')).setProtectedHeader({ alg: "HS256" }).sign(bytes(secret)),
      "foreign",
    ],
    "with too many claims": [() => sign({ story: "x".repeat(2048) }), "too_large"],
    "that is too long": [async () => "x".repeat(maxVisitorTokenLength + 1), "too_large"],
    "that is empty": [async () => "", "foreign"],
  };
  it.each(Object.entries(hostile))("rejects a token %s", async (_what, [token, refusal]) => {
    expect(await readVisitorToken(await token(), [secret], now)).toBe(refusal);
  });
});
