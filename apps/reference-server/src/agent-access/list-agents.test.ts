import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { createAccountTables } from "../people/create-account-tables.ts";
import { listAgents } from "./list-agents.ts";

describe.each(databaseKinds)("the list of connected agents on %s", (kind) => {
  const used = setUpStorage(kind);

  it("has pages with the agents of one person or one organization", async () => {
    const { database } = used.storage();
    await createAccountTables(database, kind === "SQLite" ? "sqlite" : "postgres");
    const now = new Date().toISOString();
    const isVerified = kind === "SQLite" ? 1 : true;
    for (const person of ["ada", "grace"])
      await sql`insert into auth_users (id, name, email, "emailVerified", "createdAt", "updatedAt")
        values (${person}, ${person}, ${`${person}@example.com`}, ${isVerified}, ${now}, ${now})`.execute(
        database,
      );
    await sql`insert into auth_agents (id, "clientId", name, "redirectUris", "createdAt")
      values ('agent', 'https://agent.example.com/client.json', 'Agent', '[]', ${now})`.execute(database);
    const ids = Array.from({ length: 103 }, (_, index) => `consent-${String(index).padStart(3, "0")}`);
    for (const [index, id] of ids.entries())
      await sql`insert into auth_agent_consents
          (id, "clientId", "userId", "referenceId", scopes, "createdAt", "updatedAt")
        values (${id}, 'https://agent.example.com/client.json', ${index % 2 === 0 ? "ada" : "grace"},
          ${index === 0 ? "org_2" : "org_1"}, '["agent:tools:read"]', ${now}, ${now})`.execute(database);

    const first = await listAgents(database, { organizationId: "org_1" });
    const second = await listAgents(database, { organizationId: "org_1", cursor: first.next });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.slice(1));
    expect([first.items.length, second.next]).toEqual([100, undefined]);
    expect(first.items[0]).toEqual({
      id: "consent-001",
      clientId: "https://agent.example.com/client.json",
      clientName: "Agent",
      organizationId: "org_1",
      personId: "grace",
      personName: "grace",
      scopes: ["agent:tools:read"],
      createdAt: new Date(now),
    });
    const own = await listAgents(database, { personId: "ada" });
    expect(own.items).toHaveLength(52);
    expect(own.items[0]).toMatchObject({ id: "consent-000", organizationId: "org_2", personId: "ada" });
  });
});
