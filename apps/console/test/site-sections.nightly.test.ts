import {
  createPage,
  createSite,
  createSpace,
  getSite,
  getSiteSections,
  updateSiteSections,
} from "@plugboard/content/routes";
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

  // Someone else saves first.
  await region.getByLabel("Title", { exact: true }).last().fill("Reference");
  await platform.call(updateSiteSections, {
    params,
    body: { sections: [{ path: "news", title: "Blog", spaceId: spaces.news }] },
  });
  await press("Save sections");
  await region.getByText("Someone else changed the sections").waitFor();
  const changes = region.getByRole("alert").getByRole("listitem");
  expect(await changes.allTextContents()).toEqual([
    "Changed the first tab",
    "Changed Blog (news)",
    "Removed API (api)",
  ]);
  expect(await region.getByLabel("Title", { exact: true }).last().inputValue()).toBe("Reference");
  expect(await inspectPage(page, "conflicting site sections")).toEqual([]);
  expect(await sections()).toEqual([["news", "Blog", spaces.news]]);
  await press("Replace their changes");
  await expect.poll(sections).toEqual([
    ["news", "News", spaces.news],
    ["api", "Reference", spaces.reference],
  ]);
  await region.getByRole("alert").waitFor({ state: "detached" });
  await region.getByLabel("Title", { exact: true }).last().fill("Lost");
  await platform.call(updateSiteSections, {
    params,
    body: {
      sections: [
        { path: "news", title: "News", spaceId: spaces.news },
        { path: "api", title: "API", spaceId: spaces.reference },
      ],
    },
  });
  await press("Save sections");
  await press("Discard mine");
  await expect.poll(() => region.getByLabel("Title", { exact: true }).last().inputValue()).toBe("API");

  await platform.call(createPage, { params: { spaceId }, body: { title: "News", path: "news" } });
  await page.reload();
  await region.getByText("This section hides a page").waitFor();
  await press("Remove News");
  await tabTo("Save sections");
  await page.keyboard.press("Enter");
  await expect.poll(sections).toEqual([["api", "API", spaces.reference]]);
});

it("adds and removes versions and languages of a section with the keyboard alone, and explains wrong input", async ({
  world: { platform, server, organization },
  page,
}) => {
  const suffix = String(Date.now());
  const create = async (title: string) =>
    (await platform.call(createSpace, { body: { title, organization, visibility: "public" } })).id;
  const [spaceId, german] = [await create(`Manual ${suffix}`), await create(`German ${suffix}`)];
  await platform.call(createPage, {
    params: { spaceId: german },
    body: { title: "Start", markdown: "Hallo" },
  });
  const params = { siteId: (await platform.call(createSite, { body: { spaceId, title: "Manual" } })).id };
  const { press, type, select } = createKeyboard(page);
  await page.goto(`${server.consoleUrl}/content/sites/${params.siteId}`);
  const region = page.getByRole("region", { name: "Sections" });
  const variants = async () => (await platform.call(getSiteSections, { params })).home.variants;

  await press("Add version or language");
  await type(/^Name among its variants/, "English");
  await type(/^Title$/, "German");
  await type(/^Path/, "de");
  // The first one is the language of the space itself.
  const language = region.getByLabel("Language").nth(1);
  await language.fill("german language");
  await select(/^Space/, `German ${suffix}`);
  await press("Save sections");
  await region.getByText("must be a language tag such as de or pt-BR").waitFor();
  expect(await variants()).toBeUndefined();
  expect(await inspectPage(page, "site variants")).toEqual([]);
  await language.fill("de");
  await press("Save sections");
  await page.getByText("Saved the sections of Manual").waitFor();
  expect(await variants()).toEqual([{ path: "de", title: "German", spaceId: german, language: "de" }]);
  const site = `${server.sitesUrl}/sites/${(await platform.call(getSite, { params })).path}/`;
  expect(await (await fetch(`${site}de/`)).text()).toMatch(/<html lang="de".*Hallo/s);

  await page.reload();
  await press(/^Remove German from/);
  await press("Save sections");
  await expect.poll(variants).toBeUndefined();
});
