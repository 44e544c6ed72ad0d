import { findDestructive } from "@plugboard/test-postgres";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { expect, test } from "vitest";
import { createMigrations } from "./migrations.ts";

test.each(["sqlite", "postgres"] as const)(
  "migrations of %s after the first keep the previous version running",
  async (dialect) => {
    const [[, first] = [], ...later] = Object.entries(createMigrations(dialect));
    const statements: string[] = [];
    // It runs no statements: only their text matters.
    const db = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (of) => new PostgresIntrospector(of),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      log: ({ query }) => void statements.push(query.sql),
    });
    await first?.up(db);
    expect(statements.length).toBeGreaterThan(50);
    statements.length = 0;
    for (const [, migration] of later) await migration.up(db);
    expect(findDestructive(statements)).toEqual([]);
  },
);
