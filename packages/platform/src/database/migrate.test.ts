import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { migrate } from "./migrate.ts";

describe.each(databaseKinds)("migrate on %s", (kind) => {
  const used = setUpStorage(kind);

  it("rejects tables of a newer version, and explains what to do", async () => {
    const { db, deliveries } = used.storage();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '2030')`.execute(
      db,
    );
    await expect(migrate(db, deliveries, kind === "SQLite" ? "sqlite" : "postgres")).rejects.toMatchObject({
      code: "data_too_new",
      message:
        "the database has changes that this version does not know (9999-of-the-future). Start the newer version that made them, or restore the backup from before the upgrade.",
    });
  });

  it("reports tables of another application in the same schema", async () => {
    const { db, deliveries } = used.storage();
    await sql`delete from kysely_migration`.execute(db);
    await expect(migrate(db, deliveries, kind === "SQLite" ? "sqlite" : "postgres")).rejects.toMatchObject({
      code: "data_unreadable",
      message: expect.stringMatching(/could not be brought up to date: .*organizations.* or name an empty/),
    });
  });
});
