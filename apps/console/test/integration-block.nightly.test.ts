import {
  createPage,
  createSite,
  createSpace,
  createSpaceInstallation,
  trashSpace,
} from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { caretMoved } from "./testing/caret-moved.ts";

it("inserts a block with a slash, which is kept on reload and shown on the site", async ({
  world,
  context,
  page,
  onTestFinished,
}) => {
  const { platform, server, organization } = world;
  const slug = `blocks-${Date.now()}`;
  const { id: spaceId } = await platform.call(createSpace, {
    body: { title: slug, organization, visibility: "public" },
  });
  onTestFinished(async () => {
    await platform.call(trashSpace, { params: { spaceId } });
  });
  for (const title of ["Welcome", "Integrations"])
    await platform.call(createPage, { params: { spaceId }, body: { title, markdown: "A text.\n" } });
  const { id: pageId } = await platform.call(createPage, {
    params: { spaceId },
    body: { title: "Feedback", markdown: "A text.\n" },
  });
  await platform.call(createSite, { body: { title: slug, spaceId } });
  const installationId = await world.install("content-digest");
  await platform.call(createSpaceInstallation, { params: { installationId, spaceId } });
  await page.goto(`${server.consoleUrl}/content/spaces/${spaceId}/pages/${pageId}`);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.click();
  await page.keyboard.press("Control+End");
  await caretMoved(page);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+/");
  const menu = page.getByRole("listbox", { name: "Insert" });
  await menu.getByRole("option", { name: /Heading 1/ }).waitFor();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await page.keyboard.press("Backspace");
  await page.keyboard.type("/digest");
  await menu.getByRole("option", { name: /^Content digest/, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  const block = page.getByLabel("Content digest", { exact: true });
  await block.getByText("3 pages, newest change first").waitFor();
  expect(await block.getByText(/^changed /).count()).toBe(2);
  await block.getByRole("button", { name: "Show all" }).click();
  await block.getByRole("button", { name: "Show fewer" }).waitFor();
  expect(await block.getByText(/^changed /).count()).toBe(3);
  await page.getByText("Draft saved.").waitFor();
  await page.reload();
  await block.getByText("3 pages, newest change first").waitFor();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Published as rev_").waitFor();
  await page.getByRole("button", { name: "Source" }).click();
  expect(await page.getByLabel("Markdown").inputValue()).toContain("integration-block content-digest/");
  await page.reload();
  await block.getByText("3 pages, newest change first").waitFor();
  const site = await context.newPage();
  await site.goto(`${server.sitesUrl}/sites/${slug}/feedback`);
  await site.getByText("3 pages, newest change first").waitFor();
});
