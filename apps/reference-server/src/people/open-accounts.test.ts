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
  const open = async () => {
    const { database, secretBox } = used.storage();
    const accounts = await openAccounts({
      database,
      dialect: kind === "SQLite" ? "sqlite" : "postgres",
      settings: createSettings(database, secretBox),
      urls: { api: "http://127.0.0.1:1/v1", console: "http://127.0.0.1:1", public: "http://localhost:1" },
      rateLimiter: createMemoryRateLimiter(Date.now),
      organizations: {
        membershipsOf: notHere,
        hasOwner: notHere,
        hasMember: notHere,
        makeFirstOwner: notHere,
        readInvitation: notHere,
        acceptOffer: notHere,
        offerMemberships: notHere,
        isInvited: notHere,
        isProvisioned: notHere,
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
    return accounts;
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

  it("leaves failures of the database to the caller of `fetch`, which responds with a problem", async () => {
    const accounts = await open();
    await sql`drop table auth_verifications`.execute(used.storage().database);
    const request = new Request("http://127.0.0.1:1/auth/magic-link/verify?token=token");
    await expect(accounts.fetch(request, "127.0.0.1")).rejects.toThrow("auth_verifications");
  });

  it("ends agents with the membership of their person, and with their organization", async () => {
    await open();
    const { database } = used.storage();
    const now = new Date().toISOString();
    await sql`insert into auth_users (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values ('ada', 'Ada', 'ada@example.com', ${kind === "SQLite" ? 1 : true}, ${now}, ${now})`.execute(
      database,
    );
    await sql`insert into auth_agents (id, "clientId", "redirectUris", "createdAt")
      values ('agent', 'agent', '[]', ${now})`.execute(database);
    const tables = ["auth_agent_consents", "auth_agent_refresh_tokens", "auth_agent_access_tokens"];
    for (const organization of ["org_1", "org_2"]) {
      await sql`insert into organizations (id, title, subdomain)
        values (${organization}, 'Acme', ${organization.replace("_", "-")})`.execute(database);
      await sql`insert into members (organization_id, user_id, name, role, created_at)
        values (${organization}, 'ada', 'Ada', 'owner', 0)`.execute(database);
      await sql`insert into auth_agent_resources (id, identifier, name)
        values (${organization}, ${`http://127.0.0.1:1/mcp/${organization}`}, ${organization})`.execute(
        database,
      );
      for (const table of tables)
        await sql`insert into ${sql.table(table)} (id, "clientId", "userId", "referenceId", scopes, "createdAt",
            ${sql.raw(table.endsWith("consents") ? '"updatedAt"' : '"expiresAt", token')})
          values (${organization}, 'agent', 'ada', ${organization}, '[]', ${now},
            ${sql.raw(table.endsWith("consents") ? `'${now}'` : `'${now}', '${organization}'`)})`.execute(
          database,
        );
    }
    const remaining = async (table: string) =>
      (
        await sql<{
          id: string;
        }>`select id from ${sql.table(table)} where id like 'org_%' order by id`.execute(database)
      ).rows.map(({ id }) => id);
    await sql`delete from members where organization_id = 'org_1'`.execute(database);
    for (const table of tables) expect(await remaining(table)).toEqual(["org_2"]);
    await sql`delete from organizations where id = 'org_1'`.execute(database);
    expect(await remaining("auth_agent_resources")).toEqual(["org_2"]);
  });
});
