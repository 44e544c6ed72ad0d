import { getInstallationManifest } from "@plugboard/api/routes";
import { createSpaceInstallation, getPageDraft } from "@plugboard/content/routes";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { openAtEnd, savedText } from "./testing/edit-page.ts";
import { it } from "./console-test.ts";
import { caretMoved } from "./testing/caret-moved.ts";

const menuOf = (page: Page) => page.getByRole("listbox", { name: "Insert" });

const paste = (page: Page, text: string) =>
  page.evaluate(
    `document.querySelector(".page-text").dispatchEvent(new ClipboardEvent("paste", {
      bubbles: true,
      cancelable: true,
      clipboardData: (() => {
        const data = new DataTransfer();
        data.setData("text/plain", ${JSON.stringify(text)});
        return data;
      })(),
    }))`,
  );

describe("the insert menu of the editor", () => {
  it("leaves a slash inside a word, a pasted path and text after Escape as they are", async ({
    world,
    page,
    fresh,
  }) => {
    await openAtEnd(world, page, fresh);
    for (const line of ["Deploy with app/code", "yes/no"]) {
      await page.keyboard.type(line);
      expect(await menuOf(page).count()).toBe(0);
      await page.keyboard.press("Enter");
    }
    await paste(page, "https://example.com/table");
    await page.keyboard.type(" ");
    await paste(page, "see /code");
    expect(await menuOf(page).count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.keyboard.type("and /cod");
    await menuOf(page).waitFor();
    await page.keyboard.press("Escape");
    await menuOf(page).waitFor({ state: "detached" });
    await page.keyboard.type("e");
    expect(await menuOf(page).count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.keyboard.type("the end");
    await savedText(world, fresh).toMatch(/the end/);
    const { draft } = await world.platform.call(getPageDraft, { params: fresh });
    for (const kept of ["app/code", "yes/no", "https://example.com/table", "see /code", "and /code"])
      expect(draft?.markdown).toContain(kept);
    expect(draft?.markdown).not.toContain("```");
  });

  it("inserts a block where a line starts with a slash, and the text typed next comes after it", async ({
    world,
    page,
    fresh,
  }) => {
    const { platform } = world;
    const params = { installationId: await world.install("content-digest") };
    await platform.call(createSpaceInstallation, { params: { ...params, spaceId: fresh.spaceId } });
    await openAtEnd(world, page, fresh);
    await page.keyboard.type("/");
    await menuOf(page)
      .getByRole("option", { name: /digest/ })
      .first()
      .waitFor();
    await page.keyboard.type("digest");
    await page.keyboard.press("Enter");
    await page.keyboard.type("After the block.");
    await savedText(world, fresh).toMatch(
      /The last line\.\n\n```integration-block content-digest\/[^`]+```\n\nAfter the block\./,
    );
  });

  it("shows the blocks that load while it is open", { tags: ["night"] }, async ({ world, page, fresh }) => {
    const params = { installationId: await world.install("content-digest") };
    await world.platform.call(createSpaceInstallation, { params: { ...params, spaceId: fresh.spaceId } });
    const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
    await page.route(`**${getInstallationManifest.path.replace(/\{\w+\}/, "*")}`, async (route) => {
      await isOpen;
      await route.continue();
    });
    await openAtEnd(world, page, fresh);
    await page.keyboard.type("/digest");
    await menuOf(page).getByText("No matching blocks.").waitFor();
    open();
    await menuOf(page)
      .getByRole("option", { name: /digest/ })
      .first()
      .waitFor();
  });
});

describe("the editor's tools", () => {
  it("shows the pasted address of an allowed provider as a card, and keeps other links", {
    tags: ["night"],
  }, async ({ world, page, fresh }) => {
    await openAtEnd(world, page, fresh);
    await paste(page, "https://youtu.be/dQw4w9WgXcQ");
    const card = page.getByRole("textbox", { name: "Text" }).locator("[data-embed]");
    await card.getByText("YouTube").waitFor();
    await page.keyboard.type("See ");
    await paste(page, "https://vimeo.com/1");
    await page.keyboard.type(" too");
    await savedText(world, fresh).toMatch(
      /line\.\n\nhttps:\/\/youtu\.be\/dQw4w9WgXcQ\n\nSee <https:\/\/vimeo\.com\/1> too$/,
    );
    await page.reload();
    await card.getByRole("link", { name: "youtu.be/dQw4w9WgXcQ" }).waitFor();
  });

  it("makes hints and expandable sections by keyboard, which also come back from Markdown", {
    tags: ["night"],
  }, async ({ world, page, fresh }) => {
    await openAtEnd(world, page, fresh);
    await page.keyboard.type("/warning");
    await menuOf(page).getByRole("option", { name: "Warning" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Mind the gap");
    // An empty line ends the hint.
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/expandable");
    await menuOf(page).getByRole("option", { name: "Expandable" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Why?");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Because.");
    const written =
      "> [!WARNING]\n> Mind the gap\n\n<details>\n<summary>Why?</summary>\n\nBecause.\n\n</details>";
    await savedText(world, fresh).toContain(written);
    await page.reload();
    await page.getByRole("note", { name: "Warning" }).getByText("Mind the gap").waitFor();
    await page.getByText("Because.").click();
    await page.keyboard.press("End");
    await caretMoved(page);
    await page.keyboard.type(" Really.");
    await savedText(world, fresh).toContain(written.replace("Because.", "Because. Really."));
  });

  it("pastes Markdown as formatted text, and copies formatted text as Markdown", { tags: ["night"] }, async ({
    world,
    page,
    fresh,
  }) => {
    await openAtEnd(world, page, fresh);
    const markdown = "## Steps\n\n1. **Open** it\n   - twice\n2. Close it\n\n> [!TIP]\n> Use `make`.";
    await paste(page, markdown);
    await page.locator(".page-text h2").waitFor();
    await savedText(world, fresh).toContain(markdown);
    await page.locator(".page-text").press("Control+a");
    const copied = await page.evaluate<string>(
      `(() => {
        const clipboardData = new DataTransfer();
        document.querySelector(".page-text").dispatchEvent(new ClipboardEvent("copy", { bubbles: true, cancelable: true, clipboardData }));
        return clipboardData.getData("text/plain");
      })()`,
    );
    expect(copied).toBe(`# Fresh\n\nThe first line.\n\nThe last line.\n\n${markdown}`);
    await page.keyboard.press("ArrowRight");
    await caretMoved(page);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("```");
    await page.keyboard.press("Enter");
    await paste(page, "# no *heading*");
    await savedText(world, fresh).toContain("```\n# no *heading*\n```");
  });

  it("pastes Markdown that contains HTML without losing any of it", { tags: ["night"] }, async ({
    world,
    page,
    fresh,
  }) => {
    await openAtEnd(world, page, fresh);
    await paste(page, "**Map**<T> is generic");
    await page.locator(".page-text").getByText("Map<T> is generic").waitFor();
    await savedText(world, fresh).toContain("**Map**<T> is generic");
  });

  it("replaces an expandable section by its content with Backspace at the start of its title", {
    tags: ["night"],
  }, async ({ world, page, fresh }) => {
    await openAtEnd(world, page, fresh);
    await paste(page, "<details>\n<summary>Why?</summary>\n\n- Because\n\n</details>");
    await page.getByText("Why?").click();
    await page.keyboard.press("Home");
    await caretMoved(page);
    await page.keyboard.press("Backspace");
    await savedText(world, fresh).toMatch(/Why\?\n\n- Because\s*$/);
  });

  it("makes task lists, tables and links by keyboard, which all come back from Markdown", {
    tags: ["night"],
  }, async ({ world, page, fresh }) => {
    await openAtEnd(world, page, fresh);
    // Ctrl + / opens the same menu as a slash.
    await page.keyboard.press("Control+/");
    await menuOf(page).getByRole("option", { name: "Task list" }).locator("svg").waitFor();
    await page.keyboard.type("task");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Write it down");
    await page.getByRole("checkbox").first().check();
    await savedText(world, fresh).toContain("- [x] Write it down");
    await page.getByText("Write it down", { exact: true }).click();
    await page.keyboard.press("End");
    await caretMoved(page);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Read the guide");
    await page.keyboard.press("Shift+Home");
    const tools = page.getByRole("toolbar", { name: "Format text" });
    await tools.getByRole("button", { name: "Bold" }).click();
    await page.keyboard.press("Control+k");
    expect(await page.getByRole("dialog", { name: "Search" }).count()).toBe(0);
    const dialog = page.getByRole("dialog", { name: "Add link" });
    await dialog.getByLabel("URL").fill(" ");
    await page.keyboard.press("Enter");
    await dialog.locator("[data-invalid]").getByRole("alert").waitFor();
    await dialog.getByLabel("URL").fill("example.com/guide");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await savedText(world, fresh).toMatch(/\[\*\*Read the guide\*\*\]|\*\*\[Read the guide\]/);
    await savedText(world, fresh).toContain("(https://example.com/guide)");
    await page.keyboard.press("End");
    await caretMoved(page);
    await page.keyboard.press("Enter");
    await page.keyboard.type("/table");
    await page.keyboard.press("Enter");
    const table = page.getByRole("toolbar", { name: "Table" });
    await table.getByRole("button", { name: "Insert column after" }).click();
    await table.getByRole("button", { name: "Delete row" }).click();
    await table.waitFor();
    await savedText(world, fresh).toMatch(/\|( *\|){4}/);
    await page.reload();
    await page.locator(".page-text table").waitFor();
    expect(await page.getByRole("checkbox").first().isChecked()).toBe(true);
  });
});

describe("the editor", () => {
  it("shows a page that is opened from the list of pages", async ({ world, page, fresh }) => {
    await page.goto(`${world.server.consoleUrl}/content`);
    await page.locator(`main a[href="${fresh.path}"]`).click();
    await page.getByRole("textbox", { name: "Text" }).getByText("The last line.").waitFor();
  });
});
