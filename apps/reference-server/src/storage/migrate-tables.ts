import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { ServerError } from "../server-error.ts";
import { createMigrations } from "./migrations.ts";
import { reasonOf } from "./storage-error.ts";
import type { Tables } from "./tables.ts";

/** Brings the platform's own tables up to date. Servers that start at once wait for each other. @throws ServerError `data_unreadable` */
export async function migrateTables(db: Kysely<Tables>, dialect: "sqlite" | "postgres"): Promise<void> {
  const provider = { getMigrations: async () => createMigrations(dialect) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) return;
  throw new ServerError(
    "data_unreadable",
    `The database could not be brought up to date: ${reasonOf(error)}.`,
    {
      cause: error,
    },
  );
}
