import type { Kysely } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { ContentTables } from "../../../content/src/database/content-tables.ts";
import { tablesOf } from "../../../content/src/database/tables-of.ts";
import { insertOrganizations } from "../fixtures/insert-organizations.fixture.ts";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { inOrganizations, withoutTenantScope } from "./organization-scope.ts";
import { planQuery } from "./plan-query.ts";

interface Wanted {
  readonly id: string;
  readonly visibility: string;
}

describe.each(databaseKinds)("a planned query on %s", (kind) => {
  const { storage } = setUpStorage(kind, { requiresScope: true });
  beforeAll(async () => {
    await withoutTenantScope("start", () => insertOrganizations(storage().db, ["org_1", "org_2"]));
  });

  let built = 0;
  const select = planQuery((db: Kysely<ContentTables>, { id, visibility }: Wanted, order?: string) => {
    built += 1;
    return db
      .selectFrom("spaces")
      .select("id")
      .where("visibility", "=", visibility)
      .where("id", "!=", id)
      .where("organization_id", "!=", "org_3")
      .orderBy("id", order === "desc" ? "desc" : "asc");
  });
  const others = async (id: string, order?: string) => {
    const wanted = { id, visibility: "public" };
    return (await select(tablesOf(storage().db), wanted, order)).map((row) => row.id);
  };
  const everywhere = async <Result>(work: () => Promise<Result>) =>
    await withoutTenantScope("cleaning", work);

  it("gets the values of each call, and is built once for each text and kind of scope", async () => {
    expect(await everywhere(() => others("spc_org_1"))).toEqual(["spc_org_2"]);
    expect(await everywhere(() => others("spc_org_2"))).toEqual(["spc_org_1"]);
    expect(await everywhere(() => others("spc_3"))).toEqual(["spc_org_1", "spc_org_2"]);
    expect(built).toBe(1);
    expect(await everywhere(() => others("spc_3", "desc"))).toEqual(["spc_org_2", "spc_org_1"]);
    expect(await inOrganizations(["org_1"], () => others("spc_3"))).toEqual(["spc_org_1"]);
    expect(await inOrganizations(["org_2"], () => others("spc_3"))).toEqual(["spc_org_2"]);
    expect(await inOrganizations(["org_2"], () => others("spc_org_2"))).toEqual([]);
    expect(built).toBe(3);
  });

  it("stays in its transaction", async () => {
    const db = tablesOf(storage().db);
    const rename = planQuery((of: Kysely<ContentTables>, { title }: { readonly title: string }) =>
      of.updateTable("spaces").set({ title }).where("id", "=", "spc_org_1").returning("title"),
    );
    const read = async () =>
      await db.selectFrom("spaces").select("title").where("id", "=", "spc_org_1").execute();
    await everywhere(async () => {
      const before = await read();
      const work = db.transaction().execute(async (transaction) => {
        expect(await rename(transaction, { title: "Renamed" })).toEqual([{ title: "Renamed" }]);
        throw new Error("rolled back");
      });
      await expect(work).rejects.toThrow("rolled back");
      expect(await read()).toEqual(before);
    });
  });

  it.runIf(kind === "SQLite")("is refused outside a scope, also after it ran in one", async () => {
    await everywhere(() => others("spc_3"));
    await expect(others("spc_3")).rejects.toThrow("spaces was queried outside a scope");
  });
});
