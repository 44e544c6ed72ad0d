import { describe, expect, it } from "vitest";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { createSettings } from "@plugboard/platform";
import { openAdminToken } from "./admin-token.ts";

describe.each(databaseKinds)("openAdminToken on %s", (kind) => {
  const used = setUpStorage(kind);
  const settings = () => createSettings(used.storage().database, used.storage().secretBox);

  it("creates one token across concurrent starts and shows it once", async () => {
    const opened = await Promise.all(Array.from({ length: 5 }, () => openAdminToken(settings(), undefined)));
    const [shown, ...more] = opened.flatMap(({ generated }) => generated ?? []);
    expect(shown).toMatch(/^admin_[\w-]{32}$/);
    expect(more).toEqual([]);
    expect(opened.every(({ matches }) => matches(shown ?? ""))).toBe(true);
    const again = await openAdminToken(settings(), undefined);
    expect(again).not.toHaveProperty("generated");
    expect(again.matches(shown ?? "")).toBe(true);
    expect(again.matches(`${shown}x`)).toBe(false);
  });

  it("stores a hash, not the token", async () => {
    await openAdminToken(settings(), "a-configured-token");
    expect(await settings().get("admin-token-hash")).toMatch(/^[0-9a-f]{64}$/);
  });

  it("replaces the stored token with a configured one", async () => {
    const before = await openAdminToken(settings(), "the-token-before");
    const after = await openAdminToken(settings(), "the-token-after-it");
    expect(before.fingerprint).not.toBe(after.fingerprint);
    const next = await openAdminToken(settings(), undefined);
    expect(["the-token-before", "the-token-after-it", ""].map(next.matches)).toEqual([false, true, false]);
  });
});
