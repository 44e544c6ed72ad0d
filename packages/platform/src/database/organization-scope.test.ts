import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { insertOrganizations } from "../fixtures/insert-organizations.fixture.ts";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { inOrganizations, withoutTenantScope } from "./organization-scope.ts";
import { tablesOf } from "../../../content/src/database/tables-of.ts";

describe.each(databaseKinds)("queries for some organizations on %s", (kind) => {
  const { storage } = setUpStorage(kind);
  beforeAll(async () => {
    await insertOrganizations(storage().db, ["org_1", "org_2"]);
  });

  // Queries without a filter by organization.
  const markdowns = async () => {
    const rows = await tablesOf(storage().db)
      .selectFrom("page_versions")
      .select("markdown")
      .orderBy("page_id")
      .execute();
    return rows.map(({ markdown }) => markdown);
  };

  it("return only rows of their organizations, even without a filter", async () => {
    expect(await markdowns()).toEqual(["of org_1", "of org_2"]);
    expect(await inOrganizations(["org_1"], markdowns)).toEqual(["of org_1"]);
    expect(await inOrganizations(["org_1", "org_2"], markdowns)).toHaveLength(2);
    expect(await inOrganizations([], markdowns)).toEqual([]);
    expect(await inOrganizations(["org_1"], () => withoutTenantScope("cleaning", markdowns))).toHaveLength(2);
    expect(
      await inOrganizations(["org_2"], async () => await Promise.all([markdowns(), markdowns()])),
    ).toEqual([["of org_2"], ["of org_2"]]);
  });

  it("neither change nor add rows of other organizations, also in transactions", async () => {
    const db = tablesOf(storage().db);
    await inOrganizations(["org_1"], async () => {
      const changed = await db.updateTable("page_versions").set({ markdown: "changed" }).execute();
      expect(changed).toEqual([expect.objectContaining({ numUpdatedRows: 1n })]);
      const insertion = db
        .transaction()
        .execute(
          async (transaction) =>
            await transaction
              .insertInto("spaces")
              .values({ id: "spc_3", organization_id: "org_2", title: "Theirs", visibility: "public" })
              .execute(),
        );
      await expect(insertion).rejects.toThrow(/row-level security|belongs to another/);
      const removed = await db.deleteFrom("spaces").where("id", "=", "spc_org_2").execute();
      expect(removed).toEqual([expect.objectContaining({ numDeletedRows: 0n })]);
    });
    expect(await markdowns()).toEqual(["changed", "of org_2"]);
  });
});

describe.each(databaseKinds)("a storage on %s that requires a scope", (kind) => {
  const { storage } = setUpStorage(kind, { requiresScope: true });
  const titles = async () => await tablesOf(storage().db).selectFrom("spaces").select("title").execute();
  beforeAll(async () => {
    await withoutTenantScope("start", () => insertOrganizations(storage().db, ["org_1", "org_2"]));
  });

  it("rejects queries without a scope, alone and in transactions", async () => {
    const db = tablesOf(storage().db);
    const refused = /was queried outside a scope/;
    await expect(titles()).rejects.toThrow(refused);
    await expect(db.deleteFrom("page_versions").execute()).rejects.toThrow(refused);
    const nested = db.selectNoFrom((query) =>
      query.exists(query.selectFrom("members").selectAll()).as("any"),
    );
    await expect(nested.execute()).rejects.toThrow(refused);
    const inTransaction = db
      .transaction()
      .execute((transaction) => transaction.updateTable("pages").set({ title: "B" }).execute());
    await expect(inTransaction).rejects.toThrow(refused);
    expect(await inOrganizations(["org_1"], titles)).toHaveLength(1);
    expect(await withoutTenantScope("start", titles)).toHaveLength(2);
  });

  it("rejects queries that outlive the scope they started in", async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    await inOrganizations(["org_1"], async () => {
      late = isOver.then(titles);
    });
    end();
    await expect(late).rejects.toThrow("outside a scope");
  });

  it("returns no rows to raw text, and requires no scope for tables without organizations", async () => {
    const { db } = storage();
    const { rows } = await sql`select id from spaces`.execute(db);
    // SQLite doesn't guard table names in raw text; a test searches the platform's statements for them.
    expect(rows).toHaveLength(kind === "SQLite" ? 2 : 0);
    expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
  });
});
