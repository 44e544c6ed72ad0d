import { randomBytes } from "node:crypto";
import { createTestDatabase } from "@plugboard/test-postgres";
import { sql } from "kysely";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { deliverySchemaOf } from "./delivery-schema.ts";
import { openPostgresStorage } from "./open-postgres-storage.ts";
import { createSecretBox } from "./secret-box.ts";

describe("openPostgresStorage", () => {
  it("survives connections that close during a transaction", async () => {
    const errors: unknown[] = [];
    const storage = await openPostgresStorage({
      connectionString: await createTestDatabase(),
      secretBox: createSecretBox(randomBytes(32)),
      onError: (error) => errors.push(error),
    });
    const { database } = storage;
    const terminated = database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database);
      // The connection breaks here between two queries, and only the driver notices.
      await expect.poll(() => errors.length).toBeGreaterThan(0);
      await sql`select 1`.execute(transaction);
    });
    await expect(terminated).rejects.toThrow(/not queryable|terminat/i);
    expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
    await storage.close();
  });

  it("uses only its own schema, next to those of other servers", async () => {
    const database = new URL(await createTestDatabase("superuser"));
    const admin = new Client({ connectionString: database.href });
    await admin.connect();
    const options = { secretBox: createSecretBox(randomBytes(32)), onError: () => {} };
    const openGroup = async (group: string, pooling: "session" | "transaction") => {
      const role = `${database.pathname.slice(1)}_${group}`;
      await admin.query(`create role ${role} login password 'own'`);
      await admin.query(`alter role ${role} set search_path = ${group}`);
      for (const schema of [group, deliverySchemaOf(group)])
        await admin.query(`create schema ${schema} authorization ${role}`);
      const own = Object.assign(new URL(database), { username: role, password: "own" });
      return await openPostgresStorage({ ...options, connectionString: own.href, pooling });
    };
    const inPublic = await openPostgresStorage({
      ...options,
      connectionString: database.href,
      superuser: "allow",
    });
    // No role has access to another role's schema: PostgreSQL itself rejects such statements.
    const storages = await Promise.all([
      openGroup("group_1", "session"),
      openGroup("group_2", "transaction"),
    ]);
    for (const [index, { database: db, deliveryStore }] of storages.entries()) {
      const id = `org_${index}`;
      await db.insertInto("organizations").values({ id, title: id, subdomain: id }).execute();
      expect(await db.selectFrom("organizations").select("id").execute()).toEqual([{ id }]);
      expect((await deliveryStore.listDeliveries({})).items).toEqual([]);
    }
    expect(await inPublic.database.selectFrom("organizations").select("id").execute()).toEqual([]);
    const tablesOf = async (schema: string) =>
      (
        await admin.query(
          "select relname, relkind from pg_class where relnamespace = $1::regnamespace order by 1",
          [schema],
        )
      ).rows;
    const tables = await tablesOf("public");
    expect(tables.length).toBeGreaterThan(50);
    expect(await tablesOf("group_1")).toEqual(tables);
    expect(await tablesOf("group_2")).toEqual(tables);
    expect(await tablesOf("group_1_webhooks")).toEqual(await tablesOf("webhooks"));
    const policies = await admin.query("select schemaname, count(*)::int from pg_policies group by 1");
    expect(new Set(policies.rows.map(({ count }) => count)).size).toBe(1);
    expect(policies.rows).toHaveLength(3);
    const inward =
      await admin.query(`select conname from pg_constraint one join pg_class c on c.oid = confrelid
      where contype = 'f' and c.relnamespace <> one.connamespace`);
    expect(inward.rows).toEqual([]);
    for (const storage of [inPublic, ...storages]) await storage.close();
    await admin.end();
  });

  it("rejects a role that bypasses row policies, unless it is allowed", async () => {
    const url = new URL(await createTestDatabase("superuser"));
    const role = `bypassing_${url.pathname.slice(1)}`;
    const admin = new Client({ connectionString: url.href });
    await admin.connect();
    await admin.query(`create role ${role} login password 'own' bypassrls`);
    await admin.query(`alter database ${url.pathname.slice(1)} owner to ${role}`);
    await admin.end();
    const bypassing = Object.assign(new URL(url), { username: role, password: "own" });
    const secretBox = createSecretBox(randomBytes(32));
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const refusalOf = (name: string) => ({
      code: "policies_bypassed",
      message: expect.stringContaining(`the role ${name},`),
    });
    for (const { href: connectionString, username } of [url, bypassing])
      await expect(openPostgresStorage({ connectionString, secretBox, onError })).rejects.toMatchObject(
        refusalOf(username),
      );
    expect(errors).toEqual([]);
    const options = { connectionString: url.href, secretBox, onError, superuser: "allow" } as const;
    await (await openPostgresStorage(options)).close();
    expect(errors).toMatchObject([refusalOf("postgres")]);
  });

  it.each(["session", "transaction"] as const)(
    "reads committed data at any default isolation level, in %s pooling",
    async (pooling) => {
      const connectionString = await createTestDatabase();
      const admin = new Client({ connectionString });
      await admin.connect();
      const name = new URL(connectionString).pathname.slice(1);
      await admin.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
      await admin.end();
      const secretBox = createSecretBox(randomBytes(32));
      const storage = await openPostgresStorage({ connectionString, secretBox, onError: () => {}, pooling });
      const { database } = storage;
      const level = sql<{ level: string }>`select current_setting('transaction_isolation') as level`;
      const inTransaction = database
        .transaction()
        .execute(async (transaction) => await level.execute(transaction));
      const results = [await level.execute(database), await inTransaction];
      expect(results.map(({ rows }) => rows)).toEqual([
        [{ level: "read committed" }],
        [{ level: "read committed" }],
      ]);
      await storage.close();
    },
  );

  it.each([
    ["nowhere", "no schema in search_path exists (nowhere); create one, or change search_path."],
    ["a_name_of_many_letters_and_more", "has an unsupported name; use up to 23 lowercase letters"],
  ])("rejects the schema %s", async (schema, message) => {
    const url = new URL(await createTestDatabase());
    if (schema !== "nowhere") {
      const admin = new Client({ connectionString: url.href });
      await admin.connect();
      await admin.query(`create schema ${schema}`);
      await admin.end();
    }
    url.searchParams.set("options", `-c search_path=${schema}`);
    const opening = openPostgresStorage({
      connectionString: url.href,
      secretBox: createSecretBox(randomBytes(32)),
      onError: () => {},
    });
    await expect(opening).rejects.toMatchObject({
      code: "database_unreachable",
      message: expect.stringContaining(message),
    });
  });
});
