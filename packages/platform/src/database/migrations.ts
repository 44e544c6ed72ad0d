import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { describeInitialSchema } from "./initial-schema.ts";

/** All changes to the platform's tables, in order. Never edit a released one. */
export function createMigrations(dialect: "sqlite" | "postgres"): Record<string, Migration> {
  return {
    "0001-initial-schema": {
      up: async (db: Kysely<unknown>) => {
        for (const statement of describeInitialSchema(dialect)) await sql.raw(statement).execute(db);
      },
    },
  };
}
