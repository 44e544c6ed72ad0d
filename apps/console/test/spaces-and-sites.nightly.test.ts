import { listEvents } from "@plugboard/api/routes";
import {
  createPage,
  createSite,
  createSpace,
  getSpace,
  listSites,
  trashSpace,
  updateSpace,
} from "@plugboard/content/routes";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";

describe("a site", () => {
  it("is customized, previewed without an event, and takes feedback in the preview", async ({
    world: { platform, server, organization },
    page,
    onTestFinished,
  }) => {
    const title = `Guides ${Date.now()}`;
    const { id: spaceId } = await platform.call(createSpace, {
      body: { title, organization, visibility: "public" },
    });
    onTestFinished(async () => {
      await platform.call(trashSpace, { params: { spaceId } });
    });
    await platform.call(createPage, { params: { spaceId }, body: { title: "First" } });
    const { id: siteId } = await platform.call(createSite, { body: { title, spaceId } });
    await page.goto(`${server.consoleUrl}/content/sites`);
    await page.getByRole("link", { name: `Preview ${title}` }).click();
    await page.waitForURL(`${server.consoleUrl}/content/sites/${siteId}`);
    await page.getByRole("heading", { name: `Customize ${title}` }).waitFor();
    await page.getByRole("checkbox", { name: /custom color/ }).check();
    await page.getByLabel("Color in the light theme").fill("#ffff00");
    await page.getByRole("button", { name: "Add header link" }).click();
    await page.getByLabel("Label").fill("Status");
    await page.getByLabel("URL", { exact: true }).fill("javascript:alert(1)");
    await page.getByLabel("Footer text").fill("© Guides");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("must be readable on #ffffff: a contrast of at least 4.5").first().waitFor();
    await page.locator("[data-invalid]").getByLabel("URL", { exact: true }).waitFor();
    await page.getByLabel("Color in the light theme").fill("#8a1f6d");
    await page.getByLabel("URL", { exact: true }).fill("https://status.example");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(`Saved the appearance of ${title}`).waitFor();
    const newestEvent = async () => (await platform.call(listEvents, { query: { limit: 1 } })).items[0]?.id;
    const before = await newestEvent();
    const shown = page.frameLocator(`iframe[title="Preview of ${title}"]`);
    await shown.getByRole("link", { name: "Status" }).waitFor();
    await shown.getByText("© Guides").waitFor();
    await shown.getByRole("heading", { name: "First" }).first().waitFor();
    expect(await newestEvent()).toBe(before);
    await shown.getByLabel("Good").check();
    await shown.getByLabel("Comment").fill("It works.");
    await shown.getByRole("button", { name: "Send feedback" }).click();
    await shown.getByText("Thank you for your feedback.").waitFor();
  });
});

describe("spaces and sites", () => {
  it("are created, moved to trash and restored", async ({ world: { platform, server }, page }) => {
    const slug = `guides-${Date.now()}`;
    const title = slug.replace("guides-", "Guides ");
    const statusOf = async () => (await fetch(`${server.sitesUrl}/sites/${slug}`)).status;
    const space = page.getByRole("region", { name: title });
    await page.goto(`${server.consoleUrl}/content`);
    await page.getByRole("button", { name: "New space" }).click();
    await page.getByLabel("Title").fill(title);
    await page.getByRole("radio", { name: /^Public/ }).check();
    await page.getByRole("button", { name: "Create" }).click();
    await space.getByText("No pages yet.").waitFor();
    await space.getByRole("button", { name: "New page" }).click();
    await page.getByLabel("Title").fill("First");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "First" }).waitFor();
    await page.goto(`${server.consoleUrl}/content/sites`);
    await page.getByRole("button", { name: "New site" }).click();
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Space").selectOption({ label: `${title} (public)` });
    await page.getByRole("button", { name: "Create" }).click();
    await space.waitFor();
    expect(await statusOf()).toBe(200);

    await page.getByRole("button", { name: `Actions for site ${title}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Move to trash…" }).click();
    await page.getByRole("button", { name: "Move to trash" }).click();
    await page.getByRole("button", { name: `Restore ${title}` }).waitFor();
    expect(await statusOf()).toBe(404);
    await page.getByRole("button", { name: `Restore ${title}` }).click();
    await space.waitFor();
    expect(await statusOf()).toBe(200);

    await page.goto(`${server.consoleUrl}/content`);
    await page.getByRole("button", { name: `Actions for space ${title}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Move to trash…" }).click();
    await page.getByText(`${title} goes offline immediately. You can’t edit its 1 page`).waitFor();
    await page.getByRole("button", { name: "Move to trash" }).click();
    await page.getByRole("region", { name: "Trash" }).getByText(title).waitFor();
    expect(await statusOf()).toBe(404);
    const toast = page.getByRole("dialog").filter({ hasText: `Moved ${title} to trash` });
    await toast.getByRole("button", { name: "Undo" }).click();
    await page.getByText(`${title} is back`).waitFor();
    expect(await statusOf()).toBe(200);
    const { items } = await platform.call(listSites);
    expect(items.find((site) => site.title === title)).not.toHaveProperty("trashedAt");
  });

  it("save all fields of a space together, or none", async ({
    world: { platform, server, organization },
    page,
    onTestFinished,
  }) => {
    const title = `Ruled ${Date.now()}`;
    const { id: spaceId } = await platform.call(createSpace, { body: { title, organization } });
    const params = { spaceId };
    onTestFinished(async () => {
      await platform.call(trashSpace, { params });
    });
    const path = `/v1${updateSpace.path.replace("{spaceId}", spaceId)}`;
    await page.route(
      (url) => url.pathname === path,
      async (route) =>
        await (route.request().method() === "PATCH"
          ? route.fulfill({ status: 403, json: { code: "forbidden", detail: "Refused.", status: 403 } })
          : route.continue()),
    );
    await page.goto(`${server.consoleUrl}/content`);
    await page.getByRole("button", { name: `Actions for space ${title}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Rename, visibility…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill(`${title} again`);
    await dialog.getByLabel(/^Require an approval/).check();
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByText("Refused.").waitFor();
    expect(await platform.call(getSpace, { params })).toMatchObject({ title, requiresApproval: false });
    await page.unrouteAll();
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    const body = { title: `${title} again`, requiresApproval: true };
    expect(await platform.call(getSpace, { params })).toMatchObject(body);
  });
});
