import { findDestructive } from "@plugboard/test-postgres";
import { expect, test } from "vitest";
import { migrations as postgresMigrations } from "./postgres/schema.ts";
import { migrations as sqliteMigrations } from "./sqlite/schema.ts";

test("migrations after the first keep the previous version running", () => {
  const statements = [
    ...postgresMigrations.slice(1).flatMap((migration) => migration.statements),
    ...sqliteMigrations.slice(1).map(({ sql }) => sql),
  ];
  expect(findDestructive(statements)).toEqual([]);
});
