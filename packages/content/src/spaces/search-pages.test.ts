import { describe, expect, it } from "vitest";
import { createIntegration } from "../integration.ts";
import { inOrganizations } from "../../../platform/src/database/organization-scope.ts";
import { setUpPlatform } from "../../../platform/src/fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../../../platform/src/fixtures/set-up-storage.fixture.ts";
import { openMemoryPlatform } from "../../../platform/src/fixtures/open-memory-platform.fixture.ts";
import { listSpaces } from "./content.ts";
import { createSpace } from "./edit-spaces.ts";
import { createPage, deletePage, listPages, savePage } from "./pages.ts";
import { searchSpace } from "./search-pages.ts";
import { tablesOf } from "../database/tables-of.ts";

describe.each(databaseKinds)("a search of pages on %s", (kind) => {
  const used = setUpPlatform(kind);

  async function createSpaceWith(pages: Readonly<Record<string, string>>) {
    const context = used.context();
    const { spaceId } = await used.createContent();
    for (const [title, markdown] of Object.entries(pages))
      await createPage(context, spaceId, { title, markdown });
    return {
      context,
      spaceId,
      search: async (query: string) =>
        await searchSpace(context, spaceId, await listPages(context, spaceId), query),
      find: async (query: string) =>
        (await searchSpace(context, spaceId, await listPages(context, spaceId), query)).map(
          ({ page }) => page.title,
        ),
    };
  }

  it("finds pages with all words, best match first, with the text around the first match", async () => {
    const { search } = await createSpaceWith({
      Other: "Webhooks are delivered.",
      Delivery: "Webhooks are signed. Signed webhooks are verified.",
      "Signed webhooks": "How **signatures** work.",
    });
    const matches = await search("Signed  webhooks");
    expect(matches.map((match) => match.page.title)).toEqual(["Signed webhooks", "Delivery"]);
    expect(matches[0]?.excerpt).toBe("How signatures work.");
  });

  it("finds words by their beginning, without accents, and in the middle of unspaced scripts", async () => {
    const { find, search } = await createSpaceWith({
      Résumé: "Ein Überblick über Straßen.",
      Setup: "これは初期設定を説明します。",
      Hooks: "A webhook, not a hook.",
    });
    expect(await find("resume UBER strassen")).toEqual([]);
    expect(await find("resume UBER straß")).toEqual(["Résumé"]);
    expect(await find("rés")).toEqual(["Résumé"]);
    expect(await find("設定")).toEqual(["Setup"]);
    expect(await find("web")).toEqual(["Hooks"]);
    expect(await find("ebhook")).toEqual([]);
    expect((await search("uberblick"))[0]?.excerpt).toBe("Ein Überblick über Straßen.");
  });

  it("reads quotes, wildcards and operators as plain text", async () => {
    const { find } = await createSpaceWith({
      Plain: "It's a near miss: 100% of snake_case or not.",
      Empty: "",
    });
    const matching = [
      `"near miss"`,
      "it's",
      "100%",
      "miss OR",
      "-near",
      "near:miss*",
      "snake_case",
      "snake%",
      "a & (near | miss)",
    ];
    for (const query of matching) expect([query, ...(await find(query))]).toEqual([query, "Plain"]);
    for (const query of ["%", "_x", "' --", "* | &", `"`])
      expect([query, ...(await find(query))]).toEqual([query]);
  });

  it("follows edits, deletions and restored pages, and sees no other space", async () => {
    const { context, spaceId, find } = await createSpaceWith({ One: "alpha", Two: "alpha" });
    await createSpaceWith({ Elsewhere: "alpha" });
    expect(await find("alpha")).toEqual(["One", "Two"]);
    const [one, two] = (await listPages(context, spaceId)).filter(({ title }) =>
      ["One", "Two"].includes(title),
    );
    await savePage(context, spaceId, one?.id ?? "", { markdown: "beta", title: "First" });
    expect(await find("alpha")).toEqual(["Two"]);
    expect(await find("first beta")).toEqual(["First"]);
    await deletePage(context, spaceId, two?.id ?? "");
    expect(await find("alpha")).toEqual([]);
    const terms = tablesOf(context.db)
      .selectFrom("page_terms")
      .select("page_id")
      .where("space_id", "=", spaceId);
    expect((await terms.execute()).map(({ page_id }) => page_id)).not.toContain(two?.id);
  });

  it("is limited to the caller's organizations, whatever pages it is given", async () => {
    const { context, spaceId, find } = await createSpaceWith({ One: "alpha" });
    const { organizationId } = await used.createContent();
    const pages = await listPages(context, spaceId);
    const search = () => searchSpace(context, spaceId, pages, "alpha");
    expect(await inOrganizations([organizationId], search)).toEqual([]);
    expect(await find("alpha")).toEqual(["One"]);
  });

  it("reads the end of a long page, beyond the beginning that excerpts are from", async () => {
    const { find } = await createSpaceWith({ Long: `${"word another ".repeat(20_000)} peculiar` });
    expect(await find("peculiar another")).toEqual(["Long"]);
  });
});

it("runs a few searches at a time, rejects a flood in one space, and still serves other spaces", async () => {
  const { platform } = await openMemoryPlatform(createIntegration({}));
  const [seeded] = await listSpaces(platform);
  const { id: quiet } = await createSpace(platform, {
    organizationId: seeded?.organizationId ?? "",
    title: "Quiet",
  });
  const flooded = seeded?.id ?? "";
  for (const spaceId of [flooded, quiet])
    for (let count = 0; count < 15; count += 1)
      await createPage(platform, spaceId, {
        title: `Page ${count}`,
        markdown: `# Page ${count}\n\nPeculiar.\n`,
      });
  const pages = new Map<string, Awaited<ReturnType<typeof listPages>>>();
  for (const spaceId of [flooded, quiet]) pages.set(spaceId, await listPages(platform, spaceId));
  const ended: string[] = [];
  const search = async (spaceId: string) => {
    const matches = await searchSpace(platform, spaceId, pages.get(spaceId) ?? [], "peculiar");
    ended.push(spaceId);
    return matches.length;
  };
  const flood = Promise.allSettled(Array.from({ length: 100 }, () => search(flooded)));
  expect(await search(quiet)).toBe(15);
  expect(ended.length).toBeLessThanOrEqual(10);
  const settled = await flood;
  const refused = settled.filter(({ status }) => status === "rejected");
  // A space gets two of the four slots if another space was searched before it.
  expect([76, 78]).toContain(refused.length);
  expect(refused[0]).toMatchObject({ reason: { code: "unavailable" } });
  expect(settled.find(({ status }) => status === "fulfilled")).toMatchObject({ value: 15 });
});
