import { createPage, createSite, createSpace, getSiteSections } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { createKeyboard } from "./testing/create-keyboard.ts";
import { inspectPage } from "./testing/inspect-page.ts";

it("adds, orders, renames and removes sections of a site with the keyboard alone, and explains wrong input", async ({
  world: { platform, server, organization },
  page,
  fresh: { spaceId },
}) => {
  const create = async (title: string) =>
    (await platform.call(createSpace, { body: { title, organization, visibility: "public" } })).id;
  // Other spaces of the organization can have the same titles.
  const suffix = String(Date.now());
  const spaces = { reference: await create(`Reference ${suffix}`), news: await create(`News ${suffix}`) };
  const params = { siteId: (await platform.call(createSite, { body: { spaceId, title: "Guides" } })).id };
  const sections = async () =>
    (await platform.call(getSiteSections, { params })).sections.map(({ path, title, spaceId: shown }) => [
      path,
      title,
      shown,
    ]);
  await platform.call(createPage, { params: { spaceId }, body: { title: "Setup", path: "setup" } });
  const { press, type, select, tabTo, focused } = createKeyboard(page);
  await page.goto(`${server.consoleUrl}/content/sites/${params.siteId}`);
  const region = page.getByRole("region", { name: "Sections" });

  await press("Add section");
  await type(/^Title of the first tab/, "Start");
  await type(/^Title$/, "API");
  await type(/^Path/, "setup");
  await select(/^Space/, `Reference ${suffix}`);
  await press("Save sections");
  await region.getByText("is the path of page").waitFor();
  await region.getByText("Not saved. Fix the highlighted fields.").waitFor();
  expect(await sections()).toEqual([]);
  expect(await inspectPage(page, "site sections")).toEqual([]);
  await type(/^Path/, "api");
  await press("Save sections");
  await page.getByText("Saved the sections of Guides").waitFor();
  expect(await sections()).toEqual([["api", "API", spaces.reference]]);

  await press("Add section");
  const second = region.getByRole("region").nth(1);
  await second.getByLabel("Title").fill("News");
  await second.getByLabel("Path").fill("news");
  await second.getByLabel("Space").selectOption(spaces.news);
  await press("Move News up");
  expect(await focused()).toBe("Move News up");
  await press("Save sections");
  await expect.poll(sections).toEqual([
    ["news", "News", spaces.news],
    ["api", "API", spaces.reference],
  ]);

  await platform.call(createPage, { params: { spaceId }, body: { title: "News", path: "news" } });
  await page.reload();
  await region.getByText("This section hides a page").waitFor();
  await press("Remove News");
  await tabTo("Save sections");
  await page.keyboard.press("Enter");
  await expect.poll(sections).toEqual([["api", "API", spaces.reference]]);
});
