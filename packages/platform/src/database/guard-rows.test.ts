import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { insertOrganizations } from "../fixtures/insert-organizations.fixture.ts";
import { setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { inOrganizations } from "./organization-scope.ts";
import { tablesOf } from "../../../content/src/database/tables-of.ts";

describe("the guards of rows on SQLite", () => {
  const { storage } = setUpStorage("SQLite");

  it("keep another organization's row from being replaced", async () => {
    const db = tablesOf(storage().db);
    await insertOrganizations(storage().db, ["org_1", "org_2"]);
    const read = async () => await db.selectFrom("spaces").selectAll().orderBy("id").execute();
    const before = await read();
    const theirs = { id: "spc_org_2", organization_id: "org_1", title: "Mine", visibility: "public" };
    const update = sql`update or replace spaces set id = ${theirs.id} where id = 'spc_org_1'`;
    await inOrganizations(["org_1"], async () => {
      await expect(db.replaceInto("spaces").values(theirs).execute()).rejects.toThrow(
        "UNIQUE constraint failed: spaces.id",
      );
      await expect(db.insertInto("spaces").orReplace().values(theirs).execute()).rejects.toThrow(
        "UNIQUE constraint failed: spaces.id",
      );
      await expect(update.execute(db)).rejects.toThrow("UNIQUE constraint failed: spaces.id");
    });
    expect(await read()).toEqual(before);
  });
});
