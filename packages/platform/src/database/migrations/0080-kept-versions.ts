import type { Kysely } from "kysely";

/** The version that an installation runs until its organization consents to a newer one. */
export async function createKeptVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("installations").addColumn("kept_version", "integer").execute();
}
