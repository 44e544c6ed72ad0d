import { createMemoryRateLimiter, createSettings } from "@plugboard/platform";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { openAccounts } from "./open-accounts.ts";

const notHere = async (): Promise<never> => {
  throw new Error("not part of this test");
};

describe.each(databaseKinds)("openAccounts on %s", (kind) => {
  const used = setUpStorage(kind);
  const open = async (): Promise<void> => {
    const { database, secretBox } = used.storage();
    const accounts = await openAccounts({
      database,
      dialect: kind === "SQLite" ? "sqlite" : "postgres",
      settings: createSettings(database, secretBox),
      urls: { api: "http://127.0.0.1:1/v1", console: "http://127.0.0.1:1", sites: "http://localhost:1" },
      rateLimiter: createMemoryRateLimiter(Date.now),
      organizations: {
        membershipsOf: notHere,
        hasOwner: notHere,
        makeFirstOwner: notHere,
        readInvitation: notHere,
        isInvited: notHere,
        acceptInvitation: notHere,
        titleOf: notHere,
        noteAgent: notHere,
        notePasswordLink: notHere,
        leaveAll: notHere,
      },
      firstOwnerLink: { create: notHere, replace: notHere, isValid: notHere, use: notHere },
      fetchClientMetadata: notHere,
      isAdministrator: notHere,
      onError: (error) => {
        throw error;
      },
    });
    onTestFinished(accounts.close);
  };

  it("migrates its tables once when several servers start together, and deletes expired rows", async () => {
    // A SQLite folder belongs to one server; PostgreSQL is shared.
    await Promise.all(Array.from({ length: kind === "SQLite" ? 1 : 3 }, open));
    const { database } = used.storage();
    for (const [id, expiresAt] of [
      ["past", new Date(Date.now() - 60_000).toISOString()],
      ["future", new Date(Date.now() + 60_000).toISOString()],
    ])
      await sql`insert into auth_verifications (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
        values (${id}, ${id}, '', ${expiresAt}, ${expiresAt}, ${expiresAt})`.execute(database);
    for (const [id, createdAt] of [
      ["connected", new Date(0).toISOString()],
      ["unused", new Date(0).toISOString()],
      ["new", new Date().toISOString()],
    ])
      await sql`insert into auth_agents (id, "clientId", "redirectUris", "createdAt")
        values (${id}, ${id}, '[]', ${createdAt})`.execute(database);
    await sql`insert into auth_agent_consents (id, "clientId", scopes, "createdAt", "updatedAt")
      values ('consent', 'connected', '[]', ${new Date().toISOString()}, ${new Date().toISOString()})`.execute(
      database,
    );
    await open();
    const { rows: agents } = await sql`select id from auth_agents order by id`.execute(database);
    expect(agents).toEqual([{ id: "connected" }, { id: "new" }]);
    const { rows } = await sql`select id from auth_verifications`.execute(database);
    expect(rows).toEqual([{ id: "future" }]);
  });
});
