import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createPage, createSpace, trashSpace } from "@plugboard/content/routes";
import { findViolations } from "@plugboard/test-browser";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";

/** Returns the visible page tree of a space: titles in order, indented by level. */
const readTree = (page: Page, space: string): Promise<readonly string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('[aria-label="${space}"] .page-tree li')].map((row) =>
      "  ".repeat(Number(row.getAttribute("aria-level")) - 1) + row.querySelector("a").textContent,
    )`,
  );

describe("the page tree", () => {
  it("creates, nests, drags, renames and deletes pages, and undoes each", async ({
    world: { platform, server, organization },
    page,
    onTestFinished,
  }) => {
    const title = `Tree ${Date.now()}`;
    const { id: spaceId } = await platform.call(createSpace, { body: { title, organization } });
    onTestFinished(async () => {
      await platform.call(trashSpace, { params: { spaceId } });
    });
    for (const name of ["Welcome", "Integrations", "Feedback"])
      await platform.call(createPage, { params: { spaceId }, body: { title: name } });
    const space = page.getByRole("region", { name: title, exact: true });
    const row = (name: string) => space.getByRole("link", { name, exact: true });
    const expectTree = (tree: readonly string[]) => expect.poll(() => readTree(page, title)).toEqual(tree);
    const choose = async (menu: string, item: string): Promise<void> => {
      await space.getByRole("button", { name: menu, exact: true }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    const undo = async (toast: string, done: string): Promise<void> => {
      await page.getByRole("dialog").filter({ hasText: toast }).getByRole("button", { name: "Undo" }).click();
      await page.getByText(done).waitFor();
    };
    await page.goto(`${server.consoleUrl}/content`);
    await space.getByRole("button", { name: "New page", exact: true }).click();
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

  it("renders the visible rows of a space with 5,000 pages, and supports keyboard navigation", async ({
    world: { platform, server, organization, dataDir },
    page,
    onTestFinished,
  }) => {
    const made = Date.now();
    const title = `Large ${made}`;
    const { id: spaceId } = await platform.call(createSpace, { body: { title, organization } });
    onTestFinished(async () => {
      await platform.call(trashSpace, { params: { spaceId } });
    });
    const database = new DatabaseSync(join(dataDir, "platform.db"), { timeout: 20_000 });
    const insert = database.prepare(
      `INSERT INTO pages (id, organization_id, space_id, slug, title, characters, parent_id, position, revision_id, number, updated_at)
       VALUES (?, ?, ?, ?, ?, 0, ?, ?, 'rev_1', 1, 0)`,
    );
    const idOf = (index: number): string => `pag_${made}_${index}`;
    database.exec("BEGIN");
    for (let index = 0; index < 5000; index += 1) {
      const parent = index % 10 === 0 ? null : idOf(index - (index % 10));
      const position = parent === null ? index / 10 : (index % 10) - 1;
      const [slug, name] = [`page-${index}`, `Page ${index}`];
      insert.run(idOf(index), organization, spaceId, slug, name, parent, position);
    }
    database.exec("COMMIT");
    database.close();
    const focusedTitle = () => page.evaluate<string>("document.activeElement?.textContent");
    await page.goto(`${server.consoleUrl}/content`);
    const large = page.getByRole("region", { name: title });
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
    expect(await findViolations(page, { include: ".page-tree" })).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Pages in this space" }).getByText("Page 4999").waitFor();
  });
});
