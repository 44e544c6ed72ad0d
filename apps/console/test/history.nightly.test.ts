import { createPage, createSpace, listPages, trashSpace, updatePageContent } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";

it("shows the changes of each revision, and restores a page or the whole space", async ({
  world: { platform, server, organization },
  page,
  onTestFinished,
}) => {
  const title = `History ${Date.now()}`;
  const { id: spaceId } = await platform.call(createSpace, { body: { title, organization } });
  const params = { spaceId };
  onTestFinished(async () => {
    await platform.call(trashSpace, { params });
  });
  const create = (name: string) =>
    platform.call(createPage, { params, body: { title: name, markdown: `# ${name}\n\nThe first text.\n` } });
  const { id: pageId } = await create("Welcome");
  await create("Setup");
  await create("Feedback");
  const body = { markdown: "# Welcome\n\nThe second text.\n" };
  await platform.call(updatePageContent, { params: { spaceId, pageId }, body });
  await page.goto(`${server.consoleUrl}/content`);
  const space = page.getByRole("region", { name: title, exact: true });
  await space.getByRole("button", { name: "Actions of Welcome", exact: true }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  const revision = page.getByRole("region", { name: /^Revision/ });
  const revisions = page.getByRole("navigation", { name: "Revisions" }).getByRole("link");
  const restore = page.getByRole("alertdialog").getByRole("button", { name: "Restore" });
  await revision.getByText("The second text.").waitFor();
  expect(await revision.locator('[data-kind="added"]').count()).toBeGreaterThan(0);
  expect(await revisions.count()).toBe(2);
  await revisions.last().click();
  await page.getByRole("button", { name: "Restore this page" }).click();
  await restore.click();
  await page.getByText("Restored Welcome", { exact: true }).waitFor();
  await page.goto(`${server.consoleUrl}/content/spaces/${spaceId}/history`);
  await page.getByRole("link", { name: /^Created Setup/ }).click();
  await page.getByRole("button", { name: "Restore the space" }).click();
  await restore.click();
  await page
    .getByText(/^Restored revision \d/)
    .first()
    .waitFor();
  const { items } = await platform.call(listPages, { params });
  expect(items.map((item) => item.title)).toEqual(["Welcome", "Setup"]);
});
