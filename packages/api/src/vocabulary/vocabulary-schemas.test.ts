import { describe, expect, it } from "vitest";
import { installationStatuses } from "./installation-status.ts";
import { categories, visibilities } from "./manifest-vocabulary.ts";
import { scopes } from "./scope.ts";
import {
  categorySchema,
  installationStatusSchema,
  scopeSchema,
  visibilitySchema,
} from "./vocabulary-schemas.ts";

const scopeTable = ["organization:events:read", "agent:tools:read", "agent:tools:write", "agent:events:read"];
const categoryTable = ["analytics", "collaboration", "content", "marketing", "authenticated-access", "other"];

describe("the vocabulary", () => {
  it.each([
    ["scopes", scopes, scopeTable, scopeSchema],
    ["visibilities", visibilities, ["private", "unlisted", "public"], visibilitySchema],
    ["categories", categories, categoryTable, categorySchema],
    [
      "installation statuses",
      installationStatuses,
      ["active", "pending", "paused"],
      installationStatusSchema,
    ],
  ])("%s accepts exactly the values in the table", (_name, values, table, schema) => {
    expect([...values].sort()).toEqual([...table].sort());
    for (const value of table) expect(schema.parse(value)).toBe(value);
    expect(schema.safeParse("something else").success).toBe(false);
  });
});
