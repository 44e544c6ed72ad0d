import { sql } from "kysely";
import { Client } from "pg";
import { createTestDatabase, hasPgBouncer, startPgBouncer } from "@plugboard/test-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertOrganizations } from "../fixtures/insert-organizations.fixture.ts";
import { content } from "../../../content/src/index.ts";
import { createSecretBox } from "./secret-box.ts";
import { openPostgresStorage } from "./open-postgres-storage.ts";
import { listHiddenTables } from "./organization-rows.ts";
import { inOrganizations } from "./organization-scope.ts";
import type { PlatformContext } from "./platform-context.ts";
import type { PlatformStorage } from "./storage.ts";
import { tablesOf } from "../../../content/src/database/tables-of.ts";

describe("row-level security policies", () => {
  let storage: PlatformStorage;
  let connectionString = "";

  beforeAll(async () => {
    connectionString = await createTestDatabase();
    const secretBox = createSecretBox(new Uint8Array(32));
    const onError = (error: unknown): never => {
      throw error;
    };
    storage = await openPostgresStorage({ connectionString, secretBox, product: content, onError });
    await insertOrganizations(storage.database, ["org_1", "org_2"]);
  });
  afterAll(async () => await storage.close());

  it("show no rows to a connection of the same role without a scope", async () => {
    const client = new Client({ connectionString });
    await client.connect();
    const seen = await Promise.all(
      listHiddenTables(content).map(
        async ({ table }) => (await client.query(`select 1 from ${table}`)).rowCount,
      ),
    );
    await client.end();
    expect(seen.length).toBeGreaterThan(20);
    expect(new Set(seen)).toEqual(new Set([0]));
  });

  // Sessions of the pooler are shared: a transaction's setting must not leak into the next one.
  it.skipIf(!hasPgBouncer())("hold behind PgBouncer in transaction mode", async () => {
    const bouncer = await startPgBouncer(connectionString);
    const pooled = await openPostgresStorage({
      connectionString: bouncer.url,
      secretBox: createSecretBox(new Uint8Array(32)),
      onError: () => {},
      pooling: "transaction",
      product: content,
    });
    const read = async (db: PlatformContext["db"]) =>
      await tablesOf(db).selectFrom("spaces").select("organization_id").execute();
    const seesItsOwn = async (organization: string, index: number) =>
      await inOrganizations([organization], async () => {
        const { database: db } = pooled;
        const rows = await (index % 4 < 2 ? read(db) : db.transaction().execute(read));
        return rows.length === 1 && rows[0]?.organization_id === organization;
      });
    try {
      const seen = await Promise.all(
        Array.from({ length: 80 }, (_each, index) => seesItsOwn(`org_${1 + (index % 2)}`, index)),
      );
      expect(new Set(seen)).toEqual(new Set([true]));
      expect(await read(pooled.database)).toHaveLength(2);
      const refused = inOrganizations(["org_1"], async () => {
        const theirs = { id: "spc_4", organization_id: "org_2", title: "Theirs", visibility: "public" };
        await tablesOf(pooled.database).insertInto("spaces").values(theirs).execute();
      });
      await expect(refused).rejects.toThrow("row-level security");
    } finally {
      await pooled.close();
      await bouncer.close();
    }
  });

  it("cover every table with organizations' data", async () => {
    const { rows } = await sql<{ readonly name: string }>`
      select relname as name from pg_class where relrowsecurity and relforcerowsecurity`.execute(
      storage.database,
    );
    const wanted = listHiddenTables(content);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(wanted.map(({ table }) => table).toSorted());
  });
});
