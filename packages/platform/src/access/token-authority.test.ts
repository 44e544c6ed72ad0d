import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { describe, expect, it } from "vitest";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { createSettings } from "../database/settings.ts";
import { openTokenAuthority, type TokenAuthority } from "./token-authority.ts";

const api = "https://docs.example.com/v1";
const holder = {
  integration: "digest",
  installation: "ins_1",
  scopes: ["space:content:read", "site:views:read"],
} as const;

describe("openTokenAuthority", () => {
  const used = setUpStorage("SQLite");
  let time = Date.UTC(2026, 0, 1);
  const settings = () => createSettings(used.storage().db, used.storage().secretBox);
  const open = (audience = api) => openTokenAuthority(settings(), audience, () => time);
  const refused = expect.objectContaining({ name: "PlatformError", code: "unauthorized" });

  it("returns the holder of a token, even after a restart", async () => {
    const token = await (await open()).issue(holder);
    expect(await (await open()).verify(token)).toEqual({ type: "installation", ...holder });
  });

  it("distinguishes a token of the integration from one of an installation", async () => {
    const authority = await open();
    const { installation: _installation, ...integration } = holder;
    const token = await authority.issue(integration);
    expect(await authority.verify(token)).toEqual({ type: "integration", ...integration });
  });

  it("includes the holder, the audience and the expiry in a token", async () => {
    const token = await (await open()).issue({ ...holder, scopes: [] });
    const issuedAt = Math.floor(time / 1000);
    expect(decodeJwt(token)).toEqual({
      iss: api,
      aud: api,
      sub: "digest",
      installation: "ins_1",
      scope: "",
      iat: issuedAt,
      exp: issuedAt + 3600,
    });
  });

  it("reuses a token for half its lifetime, so that at least half remains", async () => {
    const authority = await open();
    const token = await authority.issue(holder);
    time += 29 * 60_000;
    expect(await authority.issue(holder)).toBe(token);
    expect(await authority.issue({ ...holder, scopes: ["site:views:read"] })).not.toBe(token);
    time += 2 * 60_000;
    expect(await authority.issue(holder)).not.toBe(token);
  });

  it("rejects a token after an hour", async () => {
    const authority = await open();
    const token = await authority.issue(holder);
    time += 3601_000;
    await expect(authority.verify(token)).rejects.toEqual(refused);
  });

  it("rejects a token for another platform", async () => {
    const token = await (await open("https://other.example.com/v1")).issue(holder);
    await expect((await open()).verify(token)).rejects.toEqual(refused);
  });

  it("rejects a token signed with another key, unsigned, or truncated", async () => {
    const authority = await open();
    const claims = { ...decodeJwt(await authority.issue(holder)) };
    const { privateKey } = await generateKeyPair("EdDSA");
    const [known] = (await authority.keys()).keys;
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: "EdDSA", kid: known?.kid ?? "" })
      .sign(privateKey);
    const hmac = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(JSON.stringify(known)));
    const unsigned = new UnsecuredJWT(claims).encode();
    for (const token of [forged, hmac, unsigned, "", "a.b.c"])
      await expect(authority.verify(token)).rejects.toEqual(refused);
  });

  it("publishes the public keys and keeps the private keys secret", async () => {
    const authority = await open();
    const jwks = await authority.keys();
    expect(jwks.keys).toEqual([
      {
        kty: "OKP",
        crv: "Ed25519",
        x: expect.any(String),
        kid: expect.any(String),
        alg: "EdDSA",
        use: "sig",
      },
    ]);
    const token = await authority.issue(holder);
    const checked = await jwtVerify(token, createLocalJWKSet(jwks), {
      issuer: api,
      currentDate: new Date(time),
    });
    expect(checked.payload.sub).toBe("digest");
  });

  it("uses the same keys on servers that start concurrently", async () => {
    await used.storage().db.deleteFrom("settings").where("name", "=", "token-keys").execute();
    const authorities = await Promise.all([open(), open(), open()]);
    const token = await authorities[0].issue(holder);
    for (const authority of authorities)
      expect(await authority.verify(token)).toMatchObject({ installation: "ins_1" });
  });
});

describe.each(databaseKinds)("rotating the keys on %s", (kind) => {
  const used = setUpStorage(kind);
  let time = Date.UTC(2026, 0, 1);
  const settings = () => createSettings(used.storage().db, used.storage().secretBox);
  const open = () => openTokenAuthority(settings(), api, () => time);
  const kidOf = (token: string) => decodeProtectedHeader(token).kid;
  const kidsOf = async (authority: TokenAuthority) => (await authority.keys()).keys.map(({ kid }) => kid);

  it("signs with the new key immediately, and keeps earlier tokens valid until they expire", async () => {
    const authority = await open();
    const before = await authority.issue(holder);
    const rotated = await authority.rotate();
    const after = await authority.issue(holder);
    expect(kidOf(after)).toBe(rotated[0]?.kid);
    expect(kidOf(after)).not.toBe(kidOf(before));
    expect(await kidsOf(authority)).toEqual([kidOf(after), kidOf(before)]);
    time += 3599_000;
    for (const token of [before, after]) {
      const own = await authority.verify(token);
      const jwks = createLocalJWKSet(await authority.keys());
      const { payload } = await jwtVerify(token, jwks, { currentDate: new Date(time) });
      expect([own, payload.sub]).toEqual([{ type: "installation", ...holder }, "digest"]);
    }
    time += 2 * 60_000;
    await expect(authority.verify(before)).rejects.toMatchObject({ code: "unauthorized" });
    expect(await kidsOf(authority)).toEqual([kidOf(after)]);
  });

  it("takes effect in other processes, which accept the new key immediately and sign with it seconds later", async () => {
    const [one, other] = [await open(), await open()];
    const before = await other.issue(holder);
    await one.rotate();
    const after = await one.issue(holder);
    expect(await other.verify(after)).toMatchObject({ installation: "ins_1" });
    expect(await kidsOf(other)).toContain(kidOf(after));
    time += 10_000;
    expect(kidOf(await other.issue(holder))).toBe(kidOf(after));
    expect(await one.verify(before)).toMatchObject({ installation: "ins_1" });
  });

  it("loses no key when several processes rotate concurrently", async () => {
    const authorities = await Promise.all([open(), open(), open()]);
    const tokens = await Promise.all(authorities.map((authority) => authority.issue(holder)));
    const rotations = await Promise.all(authorities.map((authority) => authority.rotate()));
    const signing = rotations.map(([key]) => key?.kid);
    expect(new Set(signing)).toHaveLength(3);
    expect(await kidsOf(await open())).toEqual(expect.arrayContaining([...signing, kidOf(tokens[0] ?? "")]));
  });

  it("deletes the private part of a retired key, and the key once its tokens have expired", async () => {
    const authority = await open();
    await authority.rotate();
    const stored = async (): Promise<{ d?: string }[]> =>
      JSON.parse((await settings().get("token-keys")) ?? "");
    const [current, ...retired] = await stored();
    expect(current).toHaveProperty("d");
    expect(retired.length).toBeGreaterThan(0);
    for (const key of retired) expect(key).not.toHaveProperty("d");
    time += 2 * 3600_000;
    await authority.rotate();
    expect(await stored()).toHaveLength(2);
  });
});
