import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../../../platform/src/fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../../../platform/src/fixtures/set-up-storage.fixture.ts";
import { watchStatementsOn } from "../../../platform/src/fixtures/watch-statements.fixture.ts";
import { tablesOf } from "../database/tables-of.ts";
import { getSpace } from "./content.ts";
import { createPage, deletePage, listPages, listPagesWithText, savePage } from "./pages.ts";
import { restoreRevision } from "./restore-revision.ts";
import { listRevisions } from "./revisions.ts";
import { searchSpace } from "./search-pages.ts";

const pageCount = 60;

describe.each(databaseKinds)("a restored revision with many changes on %s", (kind) => {
  const used = setUpPlatform(kind);

  /** Creates a space whose pages all changed since its `old` revision, except one that was deleted. */
  async function setUp() {
    const context = used.context();
    const { spaceId, pageId } = await used.createContent();
    const ids: string[] = [];
    for (let at = 0; at < pageCount; at += 1)
      ids.push((await createPage(context, spaceId, { title: `Page ${at}`, markdown: `old ${at}\n` })).id);
    const { revisionId: old } = await getSpace(context, spaceId);
    for (const [at, id] of ids.entries())
      await savePage(context, spaceId, id, {
        markdown: `changed ${at}\n`,
        slug: `page-${(at + 1) % pageCount}x`,
      });
    await deletePage(context, spaceId, pageId);
    const readTexts = async () => (await listPagesWithText(context, spaceId)).map(({ markdown }) => markdown);
    const found = async (word: string) =>
      (await searchSpace(context, spaceId, await listPages(context, spaceId), word)).length;
    const staged = async () =>
      await tablesOf(context.db)
        .selectFrom("staged_revisions")
        .select("state")
        .where("space_id", "=", spaceId)
        .execute();
    return { context, spaceId, old, readTexts, found, staged };
  }

  const isText = (statement: string) => /^insert into "page_(?:versions|terms)"/i.test(statement);

  it("is stored in small transactions, and shown all at once", async () => {
    const { context, spaceId, old, readTexts, found, staged } = await setUp();
    const transactions: string[][] = [[]];
    const readings: Promise<string[]>[] = [];
    await watchStatementsOn(
      kind,
      (statement) => {
        if (/^begin/i.test(statement)) transactions.push([]);
        transactions.at(-1)?.push(statement);
        if (isText(statement)) readings.push(readTexts());
      },
      () => restoreRevision(context, spaceId, old),
    );
    const publishing = transactions.filter((each) => each.some((text) => text.includes('into "revisions"')));
    expect(publishing.map((each) => each.filter(isText).length)).toEqual([0]);
    expect(readings.length).toBeGreaterThan(2);
    for (const texts of await Promise.all(readings)) {
      const isRestored = texts.some((text) => text.includes("old"));
      expect(texts.filter((text) => text.includes(isRestored ? "old" : "changed"))).toHaveLength(pageCount);
    }
    expect(await readTexts()).toHaveLength(pageCount + 1);
    const slugs = (await listPages(context, spaceId)).map(({ slug }) => slug);
    expect(slugs).toContain("page-7");
    expect(slugs.filter((slug) => slug.endsWith("x"))).toEqual([]);
    expect([await found("old"), await found("changed"), await staged()]).toEqual([pageCount, 0, []]);
  });

  it("is restored again after a change that was made meanwhile", { tags: ["night"] }, async () => {
    const { context, spaceId, old, readTexts, staged } = await setUp();
    let edit: Promise<unknown> | undefined;
    await watchStatementsOn(
      kind,
      (statement) => {
        if (isText(statement)) edit ??= createPage(context, spaceId, { title: "Beside" });
      },
      () => restoreRevision(context, spaceId, old),
    );
    await edit;
    expect((await readTexts()).filter((text) => text.includes("old"))).toHaveLength(pageCount);
    const summaries = (await listRevisions(context, spaceId, { limit: 2 })).map(({ summary }) => summary);
    expect(summaries).toEqual([expect.stringContaining("Restored revision"), "Created Beside"]);
    expect(await staged()).toEqual([]);
  });
});
