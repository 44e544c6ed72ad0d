import { describe, expect, it } from "vitest";
import { setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { createSettings } from "@plugboard/platform";
import { openSessions, sessionLifetimeSeconds } from "./session.ts";

describe("openSessions", () => {
  const used = setUpStorage("SQLite");
  let time = Date.UTC(2026, 0, 1);
  const open = async (fingerprint = "one") => {
    const { database: db, secretBox } = used.storage();
    return await openSessions(createSettings(db, secretBox), { fingerprint }, db, () => time);
  };

  it("accepts its own cookies, even after a restart", async () => {
    const cookie = await (await open()).create();
    expect(await (await open()).isValid(cookie)).toBe(true);
    expect(cookie).not.toContain("admin");
  });

  it("ends after a day", async () => {
    const sessions = await open();
    const cookie = await sessions.create();
    time += (sessionLifetimeSeconds - 1) * 1000;
    expect(await sessions.isValid(cookie)).toBe(true);
    time += 2000;
    expect(await sessions.isValid(cookie)).toBe(false);
  });

  it("ends when the administrator token changes", async () => {
    const cookie = await (await open("one")).create();
    expect(await (await open("another")).isValid(cookie)).toBe(false);
  });

  it("ends when it is revoked, even after a restart, unlike other sessions", async () => {
    const sessions = await open();
    const [ended, other] = [await sessions.create(), await sessions.create()];
    await sessions.revoke(ended);
    await sessions.revoke(ended);
    await sessions.revoke("made-up");
    expect(await (await open()).isValid(ended)).toBe(false);
    expect(await (await open()).isValid(other)).toBe(true);
  });

  it("rejects cookies it did not create", async () => {
    const sessions = await open();
    const cookie = await sessions.create();
    const altered = `${cookie.slice(0, -2)}${cookie.endsWith("AA") ? "BB" : "AA"}`;
    const results = await Promise.all(["", "a", "a.b.c.d.e", altered].map(sessions.isValid));
    expect(results).toEqual([false, false, false, false]);
  });
});
