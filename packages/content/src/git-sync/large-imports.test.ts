import { describe, expect, it, onTestFinished } from "vitest";
import { inOrganizations } from "../../../platform/src/database/organization-scope.ts";
import { setUpPlatform } from "../../../platform/src/fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../../../platform/src/fixtures/set-up-storage.fixture.ts";
import { watchStatementsOn } from "../../../platform/src/fixtures/watch-statements.fixture.ts";
import { tablesOf } from "../database/tables-of.ts";
import { createPage, listPages, listPagesWithText } from "../spaces/pages.ts";
import { listRevisionPages, listRevisions } from "../spaces/revisions.ts";
import { searchSpace } from "../spaces/search-pages.ts";
import { discardStaged, removeAbandonedStaging, stageRevision } from "../spaces/stage-revision.ts";
import { bindGit, getGitBinding, requestGitSync } from "./git-bindings.ts";
import { createGitProgram } from "./git-program.ts";
import { createRepository } from "./git-repository.fixture.ts";
import { runDueSync } from "./run-due-syncs.ts";

const git = createGitProgram({ allowFiles: true });
const pageCount = 120;
const filesOf = (word: string) =>
  Object.fromEntries(
    Array.from({ length: pageCount }, (_, at) => [`page-${at}.md`, `# Page ${at}\n\n${word} ${at}\n`]),
  );

describe.each(databaseKinds)("an import of many pages on %s", (kind) => {
  const used = setUpPlatform(kind);

  async function setUp() {
    const repository = await createRepository();
    const context = used.context();
    const { organizationId, spaceId } = await used.createContent();
    await bindGit(context, git, spaceId, {
      remote: repository.url,
      branch: "main",
      folder: "",
      direction: "import",
      hookSecret: "hush",
    });
    // Other spaces of the suite must not be due.
    onTestFinished(async () => {
      await tablesOf(context.db).deleteFrom("git_bindings").where("space_id", "=", spaceId).execute();
    });
    const readTexts = async () => (await listPagesWithText(context, spaceId)).map(({ markdown }) => markdown);
    return {
      push: repository.push,
      readTexts,
      context,
      organizationId,
      spaceId,
      sync: async () => {
        used.clock.now += 1000;
        await requestGitSync(context, spaceId);
        expect(await runDueSync(context, git)).toBe(1);
        return (await getGitBinding(context, spaceId)).lastSync;
      },
      /** Everything that readers see of the pages. */
      see: async () => {
        const pages = await listPages(context, spaceId);
        const [newest] = await listRevisions(context, spaceId, { limit: 1 });
        const found = async (word: string) => (await searchSpace(context, spaceId, pages, word)).length;
        return {
          texts: await readTexts(),
          revisions: (await listRevisions(context, spaceId, { limit: 10 })).length,
          versions: newest && (await listRevisionPages(context, spaceId, newest.number)).length,
          found: { old: await found("old"), changed: await found("changed") },
        };
      },
      leftover: async () => {
        const { number } = await tablesOf(context.db)
          .selectFrom("page_terms")
          .select(({ fn }) => fn.countAll().as("number"))
          .where("space_id", "=", spaceId)
          .executeTakeFirstOrThrow();
        const staged = await tablesOf(context.db)
          .selectFrom("staged_revisions")
          .select("state")
          .where("space_id", "=", spaceId)
          .execute();
        return { words: Number(number), staged };
      },
    };
  }

  it("stores the texts in small transactions, and shows them all at once", async () => {
    const { push, sync, see, readTexts, leftover } = await setUp();
    await push(filesOf("old"));
    expect(await sync()).toMatchObject({ state: "success" });
    await push(filesOf("changed"));
    const transactions: string[][] = [[]];
    const readings: Promise<string[]>[] = [];
    await watchStatementsOn(
      kind,
      (text) => {
        if (/^begin/i.test(text)) transactions.push([]);
        transactions.at(-1)?.push(text);
        if (/^insert into "page_(?:versions|terms)"/i.test(text)) readings.push(readTexts());
      },
      sync,
    );
    const large = (texts: readonly string[]) =>
      texts.filter((text) => /^insert into "page_(?:versions|terms)"/i.test(text)).length;
    expect(Math.max(...transactions.map(large))).toBe(2);
    const publishing = transactions.filter((texts) => texts.some((text) => text.includes('"revisions"')));
    expect(publishing.map(large)).toEqual(publishing.map(() => 0));
    expect(readings.length).toBeGreaterThan(4);
    for (const texts of await Promise.all(readings)) {
      const isChanged = texts.some((text) => text.includes("changed"));
      expect(texts.filter((text) => text.includes(isChanged ? "changed" : "old"))).toHaveLength(pageCount);
    }
    expect(await see()).toMatchObject({ revisions: 3, versions: pageCount, found: { old: 0, changed: 100 } });
    expect(await leftover()).toEqual({ words: pageCount, staged: [] });
  });

  it("leaves nothing that readers see if it dies before the end, and a later sync imports the pages", async () => {
    const { context, organizationId, spaceId, push, sync, see, leftover } = await setUp();
    await push(filesOf("old"));
    await sync();
    const before = await see();
    const pages = await listPagesWithText(context, spaceId);
    // The process dies before it publishes them.
    const changed = pages.map((page) => ({ ...page, markdown: "changed" }));
    await stageRevision(context, { id: "rev_dead", organizationId, spaceId, number: 3 }, changed);
    expect(await see()).toEqual(before);
    // Another person's change takes the number.
    await createPage(context, spaceId, { title: "Beside" });
    const [newest] = await listRevisions(context, spaceId, { limit: 1 });
    expect(newest?.number).toBe(3);
    const versions = await listRevisionPages(context, spaceId, 3);
    expect(versions.filter(({ version }) => version === 3).map(({ title }) => title)).toEqual(["Beside"]);
    expect(await removeAbandonedStaging(context)).toBe(0);
    await push(filesOf("changed"));
    expect(await sync()).toMatchObject({ state: "success" });
    expect((await see()).found).toEqual({ old: 0, changed: 100 });
    used.clock.now += 15 * 60 * 1000;
    expect(await removeAbandonedStaging(context)).toBe(1);
    expect(await removeAbandonedStaging(context)).toBe(0);
    expect(await leftover()).toEqual({ words: pageCount, staged: [] });
    expect((await see()).found).toEqual({ old: 0, changed: 100 });
  });

  it("keeps its pages if it is discarded after it was published", async () => {
    const { context, spaceId, push, sync, see } = await setUp();
    await push(filesOf("old"));
    await sync();
    const published = await see();
    const [newest] = await listRevisions(context, spaceId, { limit: 1 });
    await discardStaged(context, { id: newest?.id ?? "", spaceId });
    expect(await see()).toEqual(published);
  });

  it("is discarded if the space changes meanwhile", { tags: ["night"] }, async () => {
    const { context, spaceId, push, sync, see, leftover } = await setUp();
    await push(filesOf("old"));
    await sync();
    await push(filesOf("changed"));
    let edit: Promise<unknown> | undefined;
    const result = await watchStatementsOn(
      kind,
      (text) => {
        if (/^insert into "page_versions"/i.test(text))
          edit ??= createPage(context, spaceId, { title: "Beside" });
      },
      sync,
    );
    await edit;
    expect(result).toMatchObject({ state: "failure", detail: expect.stringContaining("Sync again") });
    expect(await see()).toMatchObject({ found: { old: 100, changed: 0 }, versions: pageCount + 1 });
    expect(await leftover()).toEqual({ words: pageCount + 1, staged: [] });
    expect(await sync()).toMatchObject({ state: "success" });
    expect((await see()).found).toEqual({ old: 0, changed: 100 });
  });

  it("is not published once it was discarded, and stays in its organization", {
    tags: ["night"],
  }, async () => {
    const { context, organizationId, spaceId, push, see, sync } = await setUp();
    await push(filesOf("old"));
    await sync();
    const before = await see();
    const { organizationId: otherId } = await used.createContent();
    const revision = { id: "rev_gone", organizationId, spaceId, number: 3 };
    const page = { id: "pag_1", slug: "one", title: "One", markdown: "changed" };
    const foreign = inOrganizations([otherId], () => stageRevision(context, revision, [page]));
    await expect(foreign).rejects.toThrow(/row-level security|belongs to another/);
    let discarding: Promise<void> | undefined;
    const staging = watchStatementsOn(
      kind,
      (text) => {
        if (/^insert into "page_versions"/i.test(text)) discarding ??= discardStaged(context, revision);
      },
      () =>
        stageRevision(
          context,
          revision,
          Array.from({ length: 200 }, (_, at) => ({ ...page, id: `pag_${at}` })),
        ),
    );
    await expect(staging).rejects.toMatchObject({ code: "conflict" });
    await discarding;
    expect(await see()).toEqual(before);
  });
});
