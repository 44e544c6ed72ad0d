import { describe, expect, it } from "vitest";
import { EncryptJWT } from "jose";
import { type Flow, decryptFlow, encryptFlow } from "./flow.ts";
import { randomText } from "../common/random-text.ts";
import { flowKey } from "./flow-key.ts";

const now = 1_700_000_000_000;
const flow: Flow = {
  state: randomText(),
  verifier: randomText(),
  clientId: "client",
  authorizeURL: "https://provider.example/authorize",
  accessTokenURL: "https://provider.example/token",
  redirectURL: "https://integration.example/oauth",
  arrivalUrl: "https://integration.example/oauth",
  integration: "acme",
  owner: { installation: "ins_1", resource: { kind: "site", id: "site_1" } },
};

describe("an encrypted flow", () => {
  it("can be decrypted with its key for ten minutes", async () => {
    const key = await flowKey({ clientSecret: "secret" });
    const encrypted = await encryptFlow(flow, key, now);
    expect(await decryptFlow(encrypted, key, now + 599_000)).toEqual(flow);
    await expect(decryptFlow(encrypted, key, now + 600_000)).rejects.toMatchObject({ code: "state_expired" });
  });

  it("reveals nothing about the flow", async () => {
    const encrypted = await encryptFlow(flow, await flowKey({ clientSecret: "secret" }), now);
    const readable = encrypted.split(".").map((part) => Buffer.from(part, "base64url").toString("latin1"));
    for (const value of [flow.state, flow.verifier, "provider.example", "ins_1", "secret"]) {
      expect([encrypted, ...readable].join("\n")).not.toContain(value);
    }
  });

  it("prefers the state key to the client secret", async () => {
    expect(await flowKey({ clientSecret: "a", stateKey: "k" })).toEqual(await flowKey({ clientSecret: "k" }));
    expect(await flowKey({ clientSecret: "a" })).not.toEqual(await flowKey({ clientSecret: "b" }));
  });

  it("cannot be decrypted with another key, modified or replaced", async () => {
    const key = await flowKey({ clientSecret: "secret" });
    const encrypted = await encryptFlow(flow, key, now);
    const other = await flowKey({ clientSecret: "other" });
    await expect(decryptFlow(encrypted, other, now)).rejects.toMatchObject({ code: "state_unknown" });
    for (let index = 0; index < encrypted.length; index += 7) {
      // The last character of a part can have unused bits.
      if ([".", undefined].includes(encrypted[index + 1])) continue;
      const flipped = encrypted[index] === "A" ? "B" : "A";
      const changed = encrypted.slice(0, index) + flipped + encrypted.slice(index + 1);
      await expect(decryptFlow(changed, key, now)).rejects.toMatchObject({ code: "state_unknown" });
    }
    for (const garbage of ["", ".", "a.b.c.d.e", "x".repeat(10_000)]) {
      await expect(decryptFlow(garbage, key, now)).rejects.toMatchObject({ code: "state_unknown" });
    }
  });

  it("rejects incomplete flows and flows without an expiry", async () => {
    const key = await flowKey({ clientSecret: "secret" });
    const encrypt = (payload: Record<string, unknown>) =>
      new EncryptJWT(payload).setProtectedHeader({ alg: "dir", enc: "A256GCM" });
    const endless = await encrypt({ flow }).encrypt(key);
    await expect(decryptFlow(endless, key, now)).rejects.toMatchObject({ code: "state_unknown" });
    const partial = await encrypt({ flow: { ...flow, verifier: 1 } })
      .setExpirationTime(now / 1000 + 60)
      .encrypt(key);
    await expect(decryptFlow(partial, key, now)).rejects.toMatchObject({ code: "state_unknown" });
  });
});

describe("randomText", () => {
  it("returns 256 bits, as needed for PKCE and states", () => {
    expect(randomText()).toMatch(/^[\w-]{43}$/);
    expect(new Set(Array.from({ length: 100 }, randomText)).size).toBe(100);
  });
});
