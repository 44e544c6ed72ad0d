import type { KyselyPlugin } from "kysely";
import { describe, expect, it } from "vitest";
import type { ScopedDatabase } from "../database/storage.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { removePartsOfOrganization } from "./remove-organization.ts";
import { tablesOf } from "../../../content/src/database/tables-of.ts";

describe.each(databaseKinds)("the removal of an organization on %s", (kind) => {
  const { context, createContent } = setUpPlatform(kind);

  it("removes images a few at a time, without reading them", async () => {
    const { organizationId, spaceId } = await createContent();
    const count = 25;
    await tablesOf(context().db)
      .insertInto("images")
      .values(
        Array.from({ length: count }, (_, index) => ({
          id: `img_${spaceId}_${index}`,
          organization_id: organizationId,
          space_id: spaceId,
          type: "image/png" as const,
          bytes: 3,
          created_at: 0,
          content: new Uint8Array([1, 2, 3]),
        })),
      )
      .execute();
    const images = tablesOf(context().db).selectFrom("images").select("id").where("space_id", "=", spaceId);
    let contents = 0;
    const watch: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        for (const row of result.rows)
          contents += Object.values(row).filter((value) => value instanceof Uint8Array).length;
        return result;
      },
    };
    const counts: number[] = [];
    // A plugin doesn't change how the database keeps organizations apart.
    const db = context().db.withPlugin(watch) as ScopedDatabase;
    const watched = { ...context(), db };
    const parts = removePartsOfOrganization(watched, organizationId);
    for (let isDone = false; !isDone; counts.push((await images.execute()).length))
      isDone = (await parts.next()).done === true;
    expect(contents).toBe(0);
    expect(counts).toEqual([15, 5, 0]);
  });
});
