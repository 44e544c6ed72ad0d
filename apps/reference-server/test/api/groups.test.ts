import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listOrganizations, listInstallationDeliveries } from "@plugboard/api/routes";
import { createTestDatabase } from "@plugboard/test-postgres";
import { Client } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { dumpPostgres, restorePostgres } from "../../src/commands/postgres-dump.ts";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const folder = await mkdtemp(join(tmpdir(), "groups-"));
const databaseUrl = await createTestDatabase();
const admin = new Client(databaseUrl);
await admin.connect();
// With this setting, row policies show all organizations.
await admin.query("set plugboard.organizations = '*'");
for (const group of ["group_1", "group_2", "group_3"]) await admin.query(`create schema ${group}`);
afterAll(async () => {
  await admin.end();
  await rm(folder, { recursive: true, force: true });
});

function urlOf(group: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("options", `-c search_path=${group}`);
  return url.href;
}

describe("servers of groups of organizations in one database, each in its own schema", () => {
  const location = (group: string) => ({ dataDir: join(folder, group), databaseUrl: urlOf(group) });
  const servers = [
    setUpServer("PostgreSQL", location("group_1")),
    setUpServer("PostgreSQL", location("group_2")),
  ];

  it("see and deliver only their own organizations' data", async () => {
    for (const [index, server] of servers.entries()) {
      // Both use a name that must be unique on one server.
      await server.publish("shared-name", undefined, "scopes: [space:content:read]");
      const installationId = await server.install("shared-name");
      const delivered = async () =>
        await server.succeed(listInstallationDeliveries, {
          params: { installationId },
          query: { status: "delivered" },
        });
      await expect.poll(delivered).toMatchObject({ items: expect.arrayContaining([expect.anything()]) });
      const { rows } = await admin.query(`select id from group_${index + 1}.organizations`);
      expect(await server.succeed(listOrganizations)).toMatchObject({ items: rows });
      // The first request creates the account tables.
      await server.call("GET", "/auth/ok");
      expect(server.errors).toEqual([]);
    }
    const { rows } = await admin.query(
      "select relname from pg_class where relnamespace = 'public'::regnamespace",
    );
    expect(rows).toEqual([]);
  });

  it("move to another schema by a backup", async () => {
    const file = join(folder, "dump");
    await admin.query(
      `insert into group_1.auth_users (id, name, email, "emailVerified", "createdAt", "updatedAt")
       values ('usr_1', 'Ada', 'ada@example.com', true, now(), now())`,
    );
    await dumpPostgres(urlOf("group_1"), file);
    await restorePostgres(location("group_3"), file);
    const rowsOf = async (table: string) => (await admin.query(`select * from ${table} order by 1, 2`)).rows;
    for (const table of ["organizations", "event_recipients", "auth_users", "kysely_migration"])
      expect(await rowsOf(`group_3.${table}`)).toEqual(await rowsOf(`group_1.${table}`));
    // Identical to a fresh schema, with all columns and indexes.
    const tablesOf = async (schema: string) =>
      (
        await admin.query(
          `select relname, attname, atttypid from pg_attribute a join pg_class c on c.oid = attrelid
           where relnamespace = $1::regnamespace and attnum > 0 order by 1, 2`,
          [schema],
        )
      ).rows;
    expect(await tablesOf("group_3")).toEqual(await tablesOf("group_1"));
    const deliveries = await rowsOf("group_3_webhooks.deliveries");
    expect(deliveries).toEqual(await rowsOf("group_1_webhooks.deliveries"));
    expect(deliveries.length).toBeGreaterThan(0);
  });
});
