import { createPage, listPageFiles } from "@plugboard/content/routes";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { openAtEnd, savedText } from "./testing/edit-page.ts";
import { it, type TestPage } from "./console-test.ts";
import type { ConsoleWorld } from "./testing/console-world.ts";

const menuOf = (page: Page) => page.getByRole("listbox", { name: "Link to a page" });

/** Adds two pages, one below the other. */
const addPages = async ({ platform }: ConsoleWorld, { spaceId }: TestPage): Promise<void> => {
  const params = { spaceId };
  const guides = { title: "Guides [all]", markdown: "# Guides\n" };
  const { id: parentId } = await platform.call(createPage, { params, body: guides });
  await platform.call(createPage, { params, body: { title: "Set up a server", markdown: "", parentId } });
};

describe("links to pages in the editor", () => {
  it("are found by title with the keyboard, and undo brings the query back", async ({
    world,
    page,
    fresh,
  }) => {
    await addPages(world, fresh);
    await openAtEnd(world, page, fresh);
    await page.keyboard.type("See @up ser");
    await menuOf(page).getByRole("option", { name: "Set up a server: Guides [all]" }).waitFor();
    expect(await menuOf(page).getByRole("option").count()).toBe(1);
    await page.keyboard.press("Enter");
    await menuOf(page).waitFor({ state: "detached" });
    await page.keyboard.type(" first.");
    const link = "[Set up a server](guides-all/set-up-a-server.md)";
    await savedText(world, fresh).toMatch(new RegExp(`See ${link.replaceAll(/[[\]().]/g, "\\$&")} first\\.`));
    await page.keyboard.press("Enter");
    await page.keyboard.type("@");
    await menuOf(page).getByRole("option", { name: "Guides [all]", exact: true }).waitFor();
    // The page itself isn't offered.
    expect(await menuOf(page).getByRole("option").count()).toBe(2);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await savedText(world, fresh).toMatch(/\n\n\[Guides \\?\[all\\?\]\]\(guides-all\.md\)\s*$/);
    await page.keyboard.press("Control+z");
    await savedText(world, fresh).toMatch(/first\.\n\n@\s*$/);
    await page.keyboard.press("Control+Shift+z");
    await savedText(world, fresh).toMatch(/\(guides-all\.md\)\s*$/);
    await page.reload();
    await page.locator('.page-text a[href="guides-all.md"]').waitFor();
    expect(await page.locator('.page-text a[href="guides-all/set-up-a-server.md"]').count()).toBe(1);
  });

  it("aren’t made from an address, a sentence, code or text after Escape", async ({ world, page, fresh }) => {
    await addPages(world, fresh);
    await openAtEnd(world, page, fresh);
    await page.keyboard.type("Write to ada@guides.example, 3 @ 5, @ada hi");
    expect(await menuOf(page).count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.keyboard.type("**bold**@guides");
    expect(await menuOf(page).count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.keyboard.type("Ask @guid");
    await menuOf(page).waitFor();
    await page.keyboard.press("Escape");
    await menuOf(page).waitFor({ state: "detached" });
    await page.keyboard.type("es about");
    expect(await menuOf(page).count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.keyboard.type("```");
    await page.keyboard.press("Enter");
    await page.keyboard.type("@guides");
    expect(await menuOf(page).count()).toBe(0);
    await savedText(world, fresh).toContain(
      "Write to ada@guides.example, 3 @ 5, @ada hi\n\n**bold**@guides\n\nAsk @guides about\n\n```\n@guides\n```",
    );
  });

  it("keep the text that is typed while the pages load", async ({ world, page, fresh }) => {
    await addPages(world, fresh);
    const { promise: isOpen, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**${listPageFiles.path.replace(/\{\w+\}/, "*")}*`, async (route) => {
      await isOpen;
      await route.continue();
    });
    await openAtEnd(world, page, fresh);
    await page.keyboard.type("@guides");
    await menuOf(page).getByText("Loading pages…").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("@");
    await menuOf(page).getByText("Loading pages…").waitFor();
    release();
    await menuOf(page).getByRole("option", { name: "Guides [all]", exact: true }).waitFor();
    await savedText(world, fresh).toMatch(/@guides\n\n@\s*$/);
  });
});
