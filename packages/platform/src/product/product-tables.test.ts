import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@plugboard/test-postgres";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { afterEach, describe, expect, it } from "vitest";
import { openPostgresStorage } from "../database/open-postgres-storage.ts";
import { openSqliteStorage } from "../database/open-sqlite-storage.ts";
import { inOrganizations } from "../database/organization-scope.ts";
import { createSecretBox } from "../database/secret-box.ts";
import { databaseKinds, hidingKinds } from "../fixtures/set-up-storage.fixture.ts";
import { createRunner } from "../dispatch/create-runner.ts";
import { createUrlRunner } from "../dispatch/url-runner.ts";
import { testUrls } from "../fixtures/set-up-platform.fixture.ts";
import { createPlatform } from "../platform/create-platform.ts";
import { type Contract, defineContract } from "./define-contract.ts";
import type { ProductTables } from "./product-data.ts";

const contract = defineContract({
  name: "tracker",
  kinds: { project: { title: "Project", plural: "projects" } },
});

const running = (...statements: readonly string[]): Migration => ({
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
const createProjects = "create table projects (id text primary key, organization_id text not null)";

const parts = {
  secretBox: createSecretBox(randomBytes(32)),
  urls: testUrls,
  runner: createRunner({ urls: createUrlRunner() }),
};

describe.each(databaseKinds)("the tables of a product on %s", (database) => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  /** Creates an empty database, which can be opened repeatedly. */
  const createDatabase = async () => {
    const { secretBox } = parts;
    const folder = await mkdtemp(join(tmpdir(), "product-tables-"));
    folders.push(folder);
    const connectionString = database === "SQLite" ? "" : await createTestDatabase();
    return async (
      tables: ProductTables,
      migrations: Readonly<Record<string, Migration>>,
      owner: Contract = contract,
    ) => {
      const product = { contract: owner, tables, migrations };
      return database === "SQLite"
        ? await openSqliteStorage({ folder, secretBox, product })
        : await openPostgresStorage({ connectionString, secretBox, product, onError: () => {} });
    };
  };
  const column = "organization_id";

  it.each<[what: string, tables: ProductTables, message: string, statements?: string[]]>([
    [
      "an undeclared table",
      {},
      "The table projects is not declared. Add it to `tables` of the product tracker",
    ],
    [
      "an undeclared table that is named like a list of migrations",
      { projects: { column } },
      "The table data_migration is not declared.",
      ["create table data_migration (id text primary key)"],
    ],
    [
      "an undeclared view",
      { projects: { column } },
      "The view all_projects is not declared.",
      ["create view all_projects as select * from projects"],
    ],
    [
      "a view with a column",
      { projects: { column }, all_projects: { column } },
      "The view all_projects of the product tracker cannot be limited to an organization.",
      ["create view all_projects as select * from projects"],
    ],
    [
      "a table without a migration",
      { projects: { column }, boards: "platform" },
      "The table boards of the product tracker does not exist. Create it in a migration.",
    ],
    [
      "a table of the platform",
      { projects: { column }, events: { column } },
      "The table events has the name of a table of the platform.",
    ],
    [
      "an unknown column",
      { projects: { column: "owner_id" } },
      "The table projects of the product tracker has no column owner_id.",
    ],
    [
      "an unknown secret column",
      { projects: { column, secret: ["token"] } },
      "The table projects of the product tracker has no column token.",
    ],
    [
      "another primary key",
      { projects: { column }, labels: { column } },
      "The table labels of the product tracker has the primary key issue_id, label, not id. Set its `key`.",
      [
        "create table labels (organization_id text, issue_id text, label text, primary key (issue_id, label))",
      ],
    ],
    [
      "no primary key",
      { projects: { column }, labels: { column, key: ["label"] } },
      "The table labels of the product tracker has no primary key. Add one.",
      ["create table labels (organization_id text, label text)"],
    ],
  ])("prevent the start with %s", async (_what, tables, message, statements = []) => {
    const open = await createDatabase();
    const migrations = { "0001-projects": running(createProjects, ...statements) };
    await expect(open(tables, migrations)).rejects.toMatchObject({
      code: "invalid_definition",
      message: expect.stringContaining(message),
    });
  });

  it("are created with the platform's", async () => {
    const open = await createDatabase();
    const labels =
      "create table labels (organization_id text, issue_id text, label text, primary key (issue_id, label))";
    const storage = await open(
      { projects: { column }, labels: { column, key: ["label", "issue_id"] }, all_projects: "platform" },
      {
        "0001-projects": running(
          createProjects,
          labels,
          "create view all_projects as select * from projects",
        ),
      },
    );
    expect(storage.storedProduct?.contract).toBe(contract);
    await storage.close();
  });

  it("are left unchanged by a migration that fails or is interrupted", async () => {
    const open = await createDatabase();
    const interrupted = running(createProjects, "insert into missing values (1)");
    await expect(open({ projects: { column } }, { "0001-projects": interrupted })).rejects.toMatchObject({
      code: "data_unreadable",
    });
    const storage = await open({ projects: { column } }, { "0001-projects": running(createProjects) });
    await storage.close();
  });

  it("belong to the product that created them", async () => {
    const open = await createDatabase();
    const migrations = { "0001-projects": running(createProjects) };
    const storage = await open({ projects: { column } }, migrations);
    const { secretBox, urls, runner } = parts;
    await expect(
      createPlatform({ ...storage, storedProduct: undefined, secretBox, urls, runner }),
    ).rejects.toMatchObject({
      code: "invalid_definition",
      message: expect.stringContaining(
        "The database belongs to the product tracker. Pass this product to createPlatform",
      ),
    });
    await storage.close();
    const other = defineContract({ name: "shops", kinds: {} });
    await expect(open({ projects: { column } }, migrations, other)).rejects.toMatchObject({
      code: "invalid_definition",
      message: "The database belongs to the product tracker, not to shops. Use another database for shops.",
    });
  });

  it("can't be opened by an older version of the product", async () => {
    const open = await createDatabase();
    const first = { "0001-projects": running(createProjects) };
    const titles = running("alter table projects add column title text");
    const newer = await open({ projects: { column } }, { ...first, "0002-titles": titles });
    await newer.close();
    await expect(open({ projects: { column } }, first)).rejects.toMatchObject({
      code: "data_too_new",
      message: expect.stringContaining("(0002-titles)"),
    });
  });

  it.runIf(hidingKinds.includes(database))("can change their owner column and lose it", async () => {
    const open = await createDatabase();
    const first = {
      "0001-projects": running(
        createProjects,
        "insert into projects (id, organization_id) values ('prj_1', 'org_1')",
      ),
    };
    await (await open({ projects: { column } }, first)).close();
    const renamed = {
      ...first,
      "0002-owners": running(
        "alter table projects add column owner_id text not null default ''",
        "update projects set owner_id = organization_id",
        "alter table projects drop column organization_id",
      ),
    };
    const countAs = async (storage: Awaited<ReturnType<typeof open>>, organization: string) =>
      await inOrganizations([organization], async () => {
        const db = storage.database.withTables<{ projects: { id: string } }>();
        return (await db.selectFrom("projects").select("id").execute()).length;
      });
    const second = await open({ projects: { column: "owner_id" } }, renamed);
    expect([await countAs(second, "org_1"), await countAs(second, "org_2")]).toEqual([1, 0]);
    await second.close();
    const third = await open({ projects: "platform" }, renamed);
    expect([await countAs(third, "org_1"), await countAs(third, "org_2")]).toEqual([1, 1]);
    await third.close();
  });

  it.runIf(hidingKinds.includes(database))("can be named like a keyword", async () => {
    const open = await createDatabase();
    const storage = await open(
      { order: { column: "group" } },
      {
        "0001-orders": running(
          'create table "order" (id text primary key, "group" text not null)',
          `insert into "order" (id, "group") values ('ord_1', 'org_1')`,
        ),
      },
    );
    const db = storage.database.withTables<{ order: { id: string; group: string } }>();
    const read = async () => await db.selectFrom("order").select("id").execute();
    expect(await inOrganizations(["org_1"], read)).toEqual([{ id: "ord_1" }]);
    expect(await inOrganizations(["org_2"], read)).toEqual([]);
    await storage.close();
  });
});
