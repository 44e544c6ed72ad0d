import { randomBytes } from "node:crypto";
import { createTestDatabase } from "@plugboard/test-postgres";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openPostgresStorage } from "../database/open-postgres-storage.ts";
import { openSqliteStorage } from "../database/open-sqlite-storage.ts";
import { createSecretBox } from "../database/secret-box.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { defineContract } from "./define-contract.ts";
import { defineProduct, type ProductTables } from "./product.ts";

const contract = defineContract({
  name: "tracker",
  kinds: { project: { title: "Project", plural: "projects" } },
});

const withTables = (tables: ProductTables) =>
  defineProduct({
    contract,
    kinds: { project: { find: async () => [] } },
    tables,
    migrations: {
      "0001-projects": {
        up: async (db) => {
          await sql`create table projects (id text primary key, organization_id text not null)`.execute(db);
        },
      },
    },
  });

describe.each(databaseKinds)("the tables of a product on %s", (database) => {
  const open = async (tables: ProductTables) => {
    const secretBox = createSecretBox(randomBytes(32));
    const product = withTables(tables);
    return database === "SQLite"
      ? await openSqliteStorage({ folder: ":memory:", secretBox, product })
      : await openPostgresStorage({
          connectionString: await createTestDatabase(),
          secretBox,
          product,
          onError: () => {},
        });
  };
  const column = "organization_id";

  it.each<[what: string, tables: ProductTables, message: string]>([
    [
      "an undeclared table",
      {},
      "The table projects is not declared. Add it to `tables` of the product tracker",
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
  ])("prevent the start with %s", async (_what, tables, message) => {
    await expect(open(tables)).rejects.toMatchObject({
      code: "invalid_definition",
      message: expect.stringContaining(message),
    });
  });

  it("are created with the platform's", async () => {
    const storage = await open({ projects: { column } });
    expect(storage.storedProduct).toBe(contract);
    await storage.close();
  });
});
