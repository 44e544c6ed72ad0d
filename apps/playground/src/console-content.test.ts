import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSpace, listEvents, listSites, listSpaces, trashSpace } from "@plugboard/api/routes";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminToken } from "./testing/server-process.ts";
import { buildSite } from "./build-pages.ts";
import { type ConsoleWorld, startConsoleWorld } from "./testing/console-world.ts";

describe("content in the console", () => {
  let world: ConsoleWorld;
  let page: Page;
  let spaceId = "";
  const problems: string[] = [];
  /** Returns the visible page tree: titles in order, indented by level. */
  const shownTree = (): Promise<readonly string[]> =>
    page.evaluate(
      `[...document.querySelectorAll('[aria-label="Handbook"] .page-tree li')].map((row) =>
        "  ".repeat(Number(row.getAttribute("aria-level")) - 1) + row.querySelector("a").textContent,
      )`,
    );
  const expectTree = (tree: readonly string[]) => expect.poll(shownTree).toEqual(tree);
  const open = (path: string) => page.goto(`${world.server.consoleUrl}${path}`);
  const row = (title: string): Locator => page.getByRole("link", { name: title, exact: true });
  const focusedTitle = () => page.evaluate<string>("document.activeElement?.textContent");
  const choose = async (menu: string, item: string): Promise<void> => {
    await page.getByRole("button", { name: menu, exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const undo = async (toast: string, done: string): Promise<void> => {
    await page.getByRole("dialog").filter({ hasText: toast }).getByRole("button", { name: "Undo" }).click();
    await page.getByText(done).waitFor();
  };

  beforeAll(async () => {
    world = await startConsoleWorld();
    await buildSite();
    spaceId = (await world.platform.call(listSpaces)).items[0]?.id ?? "";
    page = await world.browser.newPage();
    page.setDefaultTimeout(30_000);
    page.on("pageerror", (error) => problems.push(error.message));
    await world.signIn(page, "/content");
  });
  afterAll(() => world.close());

  it("creates, nests, drags, renames and deletes pages, and undoes each", async () => {
    await page.getByRole("button", { name: "New page", exact: true }).click();
    await page.getByLabel("Title").fill("Setup");
    await page.getByLabel("Below").selectOption({ label: "Welcome" });
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "Setup" }).waitFor();
    await page.goBack();
    await expectTree(["Welcome", "  Setup", "Integrations", "Feedback"]);

    await row("Setup").focus();
    for (const [key, tree] of [
      ["ArrowLeft", ["Welcome", "Setup", "Integrations", "Feedback"]],
      ["ArrowDown", ["Welcome", "Integrations", "Setup", "Feedback"]],
      ["ArrowRight", ["Welcome", "Integrations", "  Setup", "Feedback"]],
    ] as const) {
      await page.keyboard.press(`Alt+${key}`);
      await expectTree(tree);
      expect(await page.evaluate("document.activeElement?.textContent")).toBe("Setup");
    }

    await row("Feedback").dragTo(row("Integrations"));
    await page.getByText("Moved Feedback").waitFor();
    await expectTree(["Welcome", "Integrations", "  Setup", "  Feedback"]);
    await undo("Moved Feedback", "Moved Feedback back");
    await expectTree(["Welcome", "Integrations", "  Setup", "Feedback"]);

    await choose("Actions of Integrations", "Rename…");
    await page.getByLabel("Title").fill("Add-ons");
    await page.getByRole("button", { name: "Rename" }).click();
    await row("Add-ons").waitFor();
    await choose("Actions of Add-ons", "Delete…");
    await page.getByRole("alertdialog").getByText("1 page below it goes with it: Setup.").waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Deleted 2 pages").waitFor();
    await expectTree(["Welcome", "Feedback"]);
    await undo("Deleted 2 pages", "Add-ons is back");
    await expectTree(["Welcome", "Add-ons", "  Setup", "Feedback"]);
  });

  it("shows the changes of each revision, and restores a page or the whole space", async () => {
    await row("Welcome").click();
    await page.getByRole("button", { name: "Source" }).click();
    await page.getByLabel("Markdown").fill("# Welcome\n\nThe second text.\n");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Published as rev_").waitFor();
    await open("/content");
    await choose("Actions of Welcome", "History");
    const revision = page.getByRole("region", { name: /^Revision/ });
    await revision.getByText("The second text.").waitFor();
    expect(await revision.locator('[data-kind="added"]').count()).toBeGreaterThan(0);
    expect(await page.getByRole("navigation", { name: "Revisions" }).getByRole("link").count()).toBe(2);
    await page.getByRole("navigation", { name: "Revisions" }).getByRole("link").last().click();
    await page.getByRole("button", { name: "Restore this page" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
    await page.getByText("Restored Welcome", { exact: true }).waitFor();
    await open(`/content/spaces/${spaceId}/history`);
    await page.getByRole("link", { name: /^Created Setup/ }).click();
    await page.getByRole("button", { name: "Restore the space" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
    await page.getByText("Restored revision 2").first().waitFor();
    await open("/content");
    await expectTree(["Welcome", "  Setup", "Integrations", "Feedback"]);
  });

  it("creates spaces and sites, moves them to trash and restores them", async () => {
    const statusOf = async () => (await fetch(`${world.server.sitesUrl}/sites/guides`)).status;
    await open("/content");
    await page.getByRole("button", { name: "New space" }).click();
    await page.getByLabel("Title").fill("Guides");
    await page.getByRole("radio", { name: /^Public/ }).check();
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("region", { name: "Guides" }).getByText("No pages yet.").waitFor();
    await page.getByRole("region", { name: "Guides" }).getByRole("button", { name: "New page" }).click();
    await page.getByLabel("Title").fill("First");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "First" }).waitFor();
    await open("/content/sites");
    await page.getByRole("button", { name: "New site" }).click();
    await page.getByLabel("Title").fill("Guides");
    await page.getByLabel("Space").selectOption({ label: "Guides (public)" });
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("region", { name: "Guides" }).waitFor();
    expect(await statusOf()).toBe(200);

    await choose("Actions for site Guides", "Customize");
    await page.getByRole("heading", { name: "Customize Guides" }).waitFor();
    await page.getByRole("checkbox", { name: /custom color/ }).check();
    await page.getByLabel("Color in the light theme").fill("#ffff00");
    await page.getByRole("button", { name: "Add header link" }).click();
    await page.getByLabel("Label").fill("Status");
    await page.getByLabel("URL", { exact: true }).fill("javascript:alert(1)");
    await page.getByLabel("Footer text").fill("© Guides");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("must be readable on #ffffff: a contrast of at least 4.5").first().waitFor();
    await page.locator("[data-invalid]").getByLabel("URL", { exact: true }).waitFor();
    await page.getByLabel("Color in the light theme").fill("#8a1f6d");
    await page.getByLabel("URL", { exact: true }).fill("https://status.example");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved the appearance of Guides").waitFor();
    const eventCount = async () =>
      (await world.platform.call(listEvents, { query: { limit: 100 } })).items.length;
    const events = await eventCount();
    await page.getByRole("button", { name: "Preview Guides" }).click();
    const shown = page.frameLocator('iframe[title="Preview of Guides"]');
    await shown.getByRole("link", { name: "Status" }).waitFor();
    await shown.getByText("© Guides").waitFor();
    expect(await eventCount()).toBe(events);
    await page.getByRole("link", { name: "Sites", exact: true }).click();

    await choose("Actions for site Guides", "Move to trash…");
    await page.getByRole("button", { name: "Move to trash" }).click();
    await page.getByRole("button", { name: "Restore Guides" }).waitFor();
    expect(await statusOf()).toBe(404);
    await page.getByRole("button", { name: "Restore Guides" }).click();
    await page.getByRole("region", { name: "Guides" }).waitFor();
    expect(await statusOf()).toBe(200);

    await open("/content");
    await choose("Actions for space Guides", "Move to trash…");
    await page.getByText("Guides goes offline immediately. You can’t edit its 1 page").waitFor();
    await page.getByRole("button", { name: "Move to trash" }).click();
    await page.getByRole("region", { name: "Trash" }).getByText("Guides").waitFor();
    expect(await statusOf()).toBe(404);
    await undo("Moved Guides to trash", "Guides is back");
    expect(await statusOf()).toBe(200);
    expect(
      (await world.platform.call(listSites)).items.every(({ trashedAt }) => trashedAt === undefined),
    ).toBe(true);
  });

  it("virtualizes a space with 5,000 pages, and supports keyboard navigation", async () => {
    const { id } = await world.platform.call(createSpace, {
      body: { organization: world.organization, title: "Large", visibility: "private" },
    });
    const database = new DatabaseSync(join(world.dataDir, "platform.db"), { timeout: 20_000 });
    const insert = database.prepare(
      `INSERT INTO pages (id, organization_id, space_id, slug, title, markdown, parent_id, position, revision_id, updated_at)
       VALUES (?, ?, ?, ?, ?, '', ?, ?, 'rev_1', 0)`,
    );
    database.exec("BEGIN");
    for (let index = 0; index < 5000; index += 1) {
      const parent = index % 10 === 0 ? null : `pag_large_${index - (index % 10)}`;
      const position = parent === null ? index / 10 : (index % 10) - 1;
      insert.run(
        `pag_large_${index}`,
        world.organization,
        id,
        `page-${index}`,
        `Page ${index}`,
        parent,
        position,
      );
    }
    database.exec("COMMIT");
    database.close();
    await open("/content");
    const large = page.getByRole("region", { name: "Large" });
    const rowOf = (index: number) => large.getByRole("link", { name: `Page ${index}`, exact: true });
    await rowOf(0).focus();
    expect(await large.getByRole("listitem").count()).toBeLessThan(100);
    await page.keyboard.press("ArrowDown");
    await expect.poll(focusedTitle).toBe("Page 1");
    const location = large.getByRole("listitem").filter({ has: page.locator(":focus") });
    const levels = ["aria-level", "aria-posinset", "aria-setsize"].map((name) => location.getAttribute(name));
    expect(await Promise.all(levels)).toEqual(["2", "1", "9"]);
    await page.keyboard.press("End");
    await expect.poll(focusedTitle).toBe("Page 4999");
    await rowOf(4999).waitFor();
    expect(await large.getByRole("listitem").count()).toBeLessThan(100);
    await page.evaluate(
      await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"),
    );
    expect(await page.evaluate("axe.run('.page-tree').then(({ violations }) => violations)")).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Pages in this space" }).getByText("Page 4999").waitFor();
    await world.platform.call(trashSpace, { params: { spaceId: id } });
  });

  it("works with the keyboard alone", async () => {
    const focused = () =>
      page.evaluate<string>(
        "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.labels?.[0]?.innerText ?? document.activeElement?.innerText ?? '').trim()",
      );
    /** Presses Tab until an element with this name has focus; fails if none gets it. */
    const tabTo = async (name: string | RegExp): Promise<void> => {
      for (let tries = 0; tries < 60; tries += 1) {
        const now = await focused();
        if (typeof name === "string" ? now === name : name.test(now)) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`Tab does not reach ${String(name)}`);
    };
    const goTo = async (words: string, heading: string | RegExp): Promise<void> => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").waitFor();
      await page.keyboard.type(words);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    };
    await page.context().clearCookies();
    await open("/");
    await page.getByLabel("Administrator token").waitFor();
    await tabTo(/^Administrator token/);
    await page.keyboard.type(adminToken);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();

    await goTo("Content", "Content");
    await tabTo("New page");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New page" }).waitFor();
    await tabTo(/^Title/);
    await page.keyboard.type("Typed");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Typed" }).waitFor();
    await page.getByRole("textbox", { name: "Text" }).waitFor();
    await tabTo("Block actions");
    await page.keyboard.press("Tab");
    await page.keyboard.type("/heading");
    await page.getByRole("option", { name: /Heading 1/, selected: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: /Heading 2/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("By hand");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Published as rev_").waitFor();

    await goTo("Integration Content digest", "Content digest");
    await tabTo("Install");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Allow and install" }).waitFor();
    await tabTo("Allow and install");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Continue" }).waitFor();
    await tabTo("Continue");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Install in space Handbook" }).waitFor();
    await tabTo("Install in space Handbook");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove from space Handbook" }).waitFor();

    await goTo("Content", "Content");
    await tabTo(/^(Start|Welcome)$/);
    await page.keyboard.press("End");
    await tabTo("Actions of Typed");
    await page.keyboard.press("Enter");
    await page.locator('[role="menuitem"]:focus').waitFor();
    await page.keyboard.press("End");
    await page.locator('[role="menuitem"]:focus', { hasText: "Delete…" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog", { name: "Delete Typed?" }).waitFor();
    await tabTo("Delete");
    await page.keyboard.press("Enter");
    await page.getByText("Deleted Typed").waitFor();
    // Screen readers need the focus on an element after the change.
    expect(await page.evaluate("document.activeElement !== document.body || document.hasFocus()")).toBe(true);
  }, 90_000);

  it("had no error in the page", () => {
    expect(problems).toEqual([]);
  });
});
