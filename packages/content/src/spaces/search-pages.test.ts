import { expect, it } from "vitest";
import { createIntegration } from "@plugboard/runtime";
import { openMemoryPlatform } from "../../../platform/src/fixtures/open-memory-platform.fixture.ts";
import { listSpaces } from "./content.ts";
import { createSpace } from "./edit-spaces.ts";
import { createPage, listPages } from "./pages.ts";
import { searchPages, searchSpace } from "./search-pages.ts";

const page = (title: string, markdown: string) => ({ title, markdown });

it("finds pages with all words, best match first, with the text around the first match", async () => {
  const pages = [
    page("Other", "Webhooks are delivered."),
    page("Delivery", "Webhooks are signed. Signed webhooks are verified."),
    page("Signed webhooks", "How **signatures** work."),
  ];
  const matches = await searchPages(pages, "Signed  webhooks");
  expect(matches.map((match) => match.page.title)).toEqual(["Signed webhooks", "Delivery"]);
  expect(matches[0]?.excerpt).toBe("How signatures work.");
});

it("doesn't block other work while reading 16 million characters", async () => {
  const pages = Array.from({ length: 128 }, (_, index) =>
    page(`Page ${index}`, "word another ".repeat(10_100)),
  );
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const matches = await searchPages(pages, "another word missing page 1");
  clearImmediate(next);
  expect(matches).toEqual([]);
  expect(turns).toBeGreaterThanOrEqual(20);
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
