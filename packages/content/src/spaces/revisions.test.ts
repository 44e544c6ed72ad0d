import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../../../platform/src/fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../../../platform/src/fixtures/set-up-storage.fixture.ts";
import { getSpace } from "./content.ts";
import { trashSpace } from "./edit-spaces.ts";
import { createPage, deletePage, getPage, listPagesWithText, movePage, savePage } from "./pages.ts";
import { comparePages, diffPage } from "./compare-revisions.ts";
import { restoreRevision } from "./restore-revision.ts";
import { getRevision, getRevisionPage, listRevisionPages, listRevisions } from "./revisions.ts";

describe.each(databaseKinds)("revisions on %s", (kind) => {
  const platform = setUpPlatform(kind);
  const draw = async (spaceId: string): Promise<string[]> => {
    const pages = await listPagesWithText(platform.context(), spaceId);
    const depths = new Map<string | null, number>([[null, 0]]);
    return pages.map(({ id, parentId, slug, markdown }) => {
      const depth = depths.get(parentId) ?? 0;
      depths.set(id, depth + 1);
      return `${"-".repeat(depth)}${slug}: ${markdown.trim()}`;
    });
  };

  it("restores any state of a space, page by page or as a whole", async () => {
    const context = platform.context();
    const { spaceId, pageId } = await platform.createContent();
    const author = { type: "integration", id: "greeter" } as const;
    const guide = await createPage(context, spaceId, {
      title: "Guidé & more!",
      markdown: "one\ntwo\n",
      author,
    });
    const child = await createPage(context, spaceId, { title: "Welcome", parentId: guide.id });
    expect([guide.slug, child.slug]).toEqual(["guide-more", "welcome-2"]);
    const states = new Map<string, string[]>();
    const remember = async () =>
      states.set((await getSpace(context, spaceId)).revisionId, await draw(spaceId));
    await remember();
    await savePage(context, spaceId, guide.id, { markdown: "one\n2\n" });
    await remember();
    await movePage(context, spaceId, pageId, { parentId: guide.id, position: 0 });
    await remember();
    // The two pages swap their slugs: restoring must not fail because the other one still has it.
    await savePage(context, spaceId, pageId, { slug: "x" });
    await savePage(context, spaceId, child.id, { slug: "welcome" });
    await savePage(context, spaceId, pageId, { slug: "welcome-2", title: "Renamed" });
    await remember();
    await deletePage(context, spaceId, guide.id);
    await remember();
    expect(await draw(spaceId)).toEqual([]);
    for (const [revisionId, pages] of [...states].toReversed()) {
      await restoreRevision(context, spaceId, revisionId);
      expect(await draw(spaceId)).toEqual(pages);
    }
    // Restoring the current state creates no revision or event.
    const [newest] = await listRevisions(context, spaceId, { limit: 1 });
    await restoreRevision(context, spaceId, newest?.id ?? "");
    expect(await listRevisions(context, spaceId, { limit: 1 })).toEqual([newest]);

    const revisions = (await listRevisions(context, spaceId, { limit: 100 })).toReversed();
    expect(revisions.map(({ number }) => number)).toEqual(revisions.map((_revision, index) => index + 1));
    expect(revisions.slice(0, 4).map(({ summary }) => summary)).toEqual([
      "The pages before the first recorded change",
      "Created Guidé & more!",
      "Created Welcome",
      "Edited Guidé & more!",
    ]);
    expect(revisions[1]?.author).toEqual(author);
  });

  it("compares two revisions, and shows changes of a page's text", async () => {
    const context = platform.context();
    const { spaceId, pageId } = await platform.createContent();
    const old = await createPage(context, spaceId, { title: "Old", markdown: "a\nb\nc\n" });
    const since = await getRevision(context, spaceId, (await getSpace(context, spaceId)).revisionId);
    await savePage(context, spaceId, old.id, { title: "New", markdown: "a\nB\nc\n" });
    await movePage(context, spaceId, old.id, { parentId: pageId });
    const created = await createPage(context, spaceId, { title: "Made" });
    await savePage(context, spaceId, created.id, { markdown: "text\n" });
    const before = await listRevisionPages(context, spaceId, since.number);
    const after = await listRevisionPages(context, spaceId, since.number + 4);
    const differences = comparePages(before, after);
    expect(differences.map(({ title, changes }) => [title, changes])).toEqual([
      ["New", ["renamed", "edited", "moved"]],
      ["Made", ["created"]],
    ]);
    expect(comparePages(after, before).map(({ title, changes }) => [title, changes])).toEqual([
      ["Old", ["renamed", "edited", "moved"]],
      ["Made", ["deleted"]],
    ]);
    const patches = await Promise.all(differences.map((page) => diffPage(context, spaceId, page)));
    expect(patches[0]).toContain("@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
    expect(patches[1]).toContain("+text\n");
    const then = await getRevisionPage(context, spaceId, since.number, old.id);
    expect(then).toEqual({ revisionId: old.revisionId, title: "Old", slug: "old", markdown: "a\nb\nc\n" });
    await savePage(context, spaceId, old.id, { markdown: Array.from({ length: 5000 }, String).join("\n") });
    const now = await listRevisionPages(context, spaceId, since.number + 5);
    const [large] = comparePages(after, now);
    expect(large && (await diffPage(context, spaceId, large))).toBeUndefined();
  });

  it("restores a page below its parent or at the top level, at a free path", async () => {
    const context = platform.context();
    const { spaceId } = await platform.createContent();
    const parent = await createPage(context, spaceId, { title: "Parent" });
    const page = await createPage(context, spaceId, {
      title: "Page",
      markdown: "first\n",
      parentId: parent.id,
    });
    const { revisionId } = await getSpace(context, spaceId);
    await deletePage(context, spaceId, page.id);
    await createPage(context, spaceId, { title: "Other", slug: "page" });
    await restoreRevision(context, spaceId, revisionId, { pageId: page.id });
    expect(await draw(spaceId)).toEqual(["welcome: # Welcome", "parent: ", "-page-2: first", "page: "]);
    await deletePage(context, spaceId, parent.id);
    await restoreRevision(context, spaceId, revisionId, { pageId: page.id });
    expect(await getPage(context, spaceId, page.id)).toMatchObject({ parentId: null, markdown: "first\n" });
    const nobody = restoreRevision(context, spaceId, revisionId, { pageId: "pag_nobody" });
    await expect(nobody).rejects.toMatchObject({ code: "not_found" });
  });

  it("serializes changes to a space, so that none is lost", async () => {
    const context = platform.context();
    const { spaceId } = await platform.createContent();
    await Promise.all(
      Array.from({ length: 8 }, () => createPage(context, spaceId, { title: "Same", position: 0 })),
    );
    const pages = await listPagesWithText(context, spaceId);
    expect(pages.map(({ position }) => position)).toEqual(pages.map((_page, index) => index));
    expect(new Set(pages.map(({ slug }) => slug)).size).toBe(9);
    const [{ number } = { number: 0 }] = await listRevisions(context, spaceId, { limit: 1 });
    expect(number).toBe(9);
    expect(await listRevisionPages(context, spaceId, number)).toHaveLength(9);
  });

  it("returns each of several concurrent edits with its own text and revision", async () => {
    const context = platform.context();
    const { spaceId, pageId } = await platform.createContent();
    const texts = Array.from({ length: 8 }, (_item, index) => `Edit ${index}\n`);
    const saved = await Promise.all(
      texts.map((markdown) => savePage(context, spaceId, pageId, { markdown })),
    );
    expect(saved.map(({ markdown }) => markdown)).toEqual(texts);
    expect(new Set(saved.map(({ revisionId }) => revisionId)).size).toBe(texts.length);
  });

  it("rejects changes to a space in the trash", async () => {
    const context = platform.context();
    const { spaceId, pageId } = await platform.createContent();
    await trashSpace(context, spaceId, true);
    const saved = savePage(context, spaceId, pageId, { markdown: "lost" });
    await expect(saved).rejects.toMatchObject({ code: "conflict" });
    await trashSpace(context, spaceId, false);
    await savePage(context, spaceId, pageId, { markdown: "kept" });
    expect(await draw(spaceId)).toEqual(["welcome: kept"]);
  });
});
