import type { Kysely } from "kysely";

/** What integrations report about their settings. */
export async function addSetupProblems(db: Kysely<unknown>): Promise<void> {
  for (const table of ["installations", "resource_installations"])
    await db.schema.alterTable(table).addColumn("problems", "text").execute();
}
