import { expect, test } from "vitest";
import { findDestructive } from "./find-destructive.ts";

test.each([
  "DROP TABLE events",
  "ALTER TABLE events DROP COLUMN payload",
  "alter table events rename column payload to body",
  "ALTER TABLE events ALTER COLUMN payload SET NOT NULL",
  "ALTER TABLE events ADD COLUMN tenant text NOT NULL",
  "CREATE TABLE other (id text); DELETE FROM events",
])("finds changes that break a running version: %s", (statement) => {
  expect(findDestructive([statement])).toHaveLength(1);
});

test.each([
  "CREATE TABLE other (id text NOT NULL)",
  "ALTER TABLE events ADD COLUMN tenant text",
  "ALTER TABLE events ADD COLUMN tenant text NOT NULL DEFAULT ''",
  "CREATE INDEX events_tenant ON events (tenant)",
  "DROP INDEX events_old",
  "ALTER TABLE events DROP COLUMN payload -- unused since 1.4",
])("accepts additions, and removals of unused parts: %s", (statement) => {
  expect(findDestructive([statement])).toEqual([]);
});
