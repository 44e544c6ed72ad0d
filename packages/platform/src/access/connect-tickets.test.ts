import { EncryptJWT, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { createSettings } from "../database/settings.ts";
import { openConnectTickets } from "./connect-tickets.ts";

const at = { installationId: "ins_1", path: "/oauth/" };
const resource = { kind: "site", id: "sit_1" };
const inSite = { ...at, resource };

describe.each(databaseKinds)("openConnectTickets on %s", (kind) => {
  const used = setUpStorage(kind);
  let time = Date.UTC(2026, 0, 1);
  const open = async () => {
    const { db, secretBox } = used.storage();
    return await openConnectTickets(createSettings(db, secretBox), db, () => time);
  };

  it("accepts a ticket once, and returns its grant", async () => {
    const tickets = await open();
    const { ticket } = await tickets.issue(inSite);
    expect(await tickets.redeem(ticket, at)).toEqual({ installationId: "ins_1", resource });
    expect(await tickets.redeem(ticket, at)).toBe("used");
  });

  it("accepts a ticket once across concurrent processes", async () => {
    const processes = await Promise.all(Array.from({ length: 6 }, open));
    const [first] = processes;
    const { ticket } = (await first?.issue(at)) ?? { ticket: "" };
    const results = await Promise.all(processes.map((tickets) => tickets.redeem(ticket, at)));
    expect(results.filter((result) => result !== "used")).toEqual([{ installationId: "ins_1" }]);
  });

  it("accepts a ticket for a minute", async () => {
    const tickets = await open();
    const [early, late] = [await tickets.issue(at), await tickets.issue(at)];
    expect(early.expiresAt).toBe(time + 60_000);
    time += 59_000;
    expect(await tickets.redeem(early.ticket, at)).toEqual({ installationId: "ins_1" });
    time += 1000;
    expect(await tickets.redeem(late.ticket, at)).toBe("expired");
  });

  it("forgets used tickets once they have expired", async () => {
    const tickets = await open();
    await tickets.redeem((await tickets.issue(at)).ticket, at);
    time += 2 * 3600_000;
    await tickets.redeem((await tickets.issue(at)).ticket, at);
    const rows = await used.storage().db.selectFrom("used_tickets").select("id").execute();
    expect(rows).toHaveLength(1);
  });

  it("doesn't use up a ticket presented at the wrong location", async () => {
    const tickets = await open();
    const { ticket } = await tickets.issue(at);
    expect(await tickets.redeem(ticket, { ...at, installationId: "ins_2" })).toBe("foreign");
    expect(await tickets.redeem(ticket, { ...at, path: "/other/" })).toBe("foreign");
    expect(await tickets.redeem(ticket, at)).toEqual({ installationId: "ins_1" });
  });

  it("accepts a cookie for 15 minutes, only at its own installation", async () => {
    const tickets = await open();
    const grant = { installationId: "ins_1", resource: { kind: "space", id: "spc_1" } };
    const cookie = await tickets.createCookie(grant);
    time += 14 * 60_000;
    expect(await tickets.readCookie(cookie, "ins_1")).toEqual(grant);
    expect(await tickets.readCookie(cookie, "ins_2")).toBeUndefined();
    time += 60_000;
    expect(await tickets.readCookie(cookie, "ins_1")).toBeUndefined();
  });

  it("rejects forgeries, and a cookie in place of a ticket or vice versa", async () => {
    const tickets = await open();
    const { ticket } = await tickets.issue(at);
    expect(await tickets.redeem(await tickets.createCookie(at), at)).toBe("foreign");
    expect(await tickets.readCookie(ticket, "ins_1")).toBeUndefined();
    const claims = { ...at, jti: "a", aud: "connect-ticket", exp: time / 1000 + 30 };
    const key = crypto.getRandomValues(new Uint8Array(32));
    const forged = await new EncryptJWT(claims)
      .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .encrypt(key);
    const signed = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(key);
    const altered = `${ticket.slice(0, -2)}${ticket.endsWith("AA") ? "BB" : "AA"}`;
    for (const token of [forged, signed, altered, "", "a.b.c.d.e"]) {
      expect(await tickets.redeem(token, at)).toBe("foreign");
      expect(await tickets.readCookie(token, "ins_1")).toBeUndefined();
    }
  });

  it("reveals nothing about the grant", async () => {
    const { ticket } = await (await open()).issue(inSite);
    const parts = ticket.split(".").map((part) => Buffer.from(part, "base64url").toString());
    expect(parts.join()).not.toMatch(/ins_1|sit_1|oauth/);
  });
});
