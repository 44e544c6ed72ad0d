import { sessionOperations } from "@plugboard/api/contract";
import { contentContract } from "@plugboard/content/contract";
import { getSession } from "@plugboard/api/routes";
import { updatePageContent, uploadImage } from "@plugboard/content/routes";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { openAtEnd, savedText } from "./testing/edit-page.ts";
import { caretMoved } from "./testing/caret-moved.ts";
import type { ConsoleWorld } from "./testing/console-world.ts";
import { it, type TestPage } from "./console-test.ts";

const { content: png = "" } = Object(contentContract.operations.uploadImage.example.body);

const write = async ({ platform }: ConsoleWorld, params: TestPage, markdown: string): Promise<void> => {
  await platform.call(updatePageContent, { params, body: { markdown } });
};

const insert = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.type(`/${name.toLowerCase()}`);
  await page.getByRole("listbox", { name: "Insert" }).getByRole("option", { name }).first().waitFor();
  await page.keyboard.press("Enter");
};

describe("blocks of the editor", () => {
  it("are edited as text in every page; Markdown without another form is a block of source", async ({
    world,
    page,
    fresh,
  }) => {
    const code = "1. Run:\n   ```sh\n   npm i\n   ```\n2. Next";
    await write(world, fresh, `${code}\n\n- [ ] mixed\n- list\n\nThe last line.`);
    await openAtEnd(world, page, fresh);
    await page.getByRole("group", { name: "Markdown" }).getByText("- [ ] mixed").click();
    await page.keyboard.press("Home");
    await caretMoved(page);
    await page.keyboard.type("- [x] new");
    await page.keyboard.press("Enter");
    await page.getByText("npm i").click();
    await page.keyboard.press("End");
    await caretMoved(page);
    await page.keyboard.type(" -D tool");
    await savedText(world, fresh).toBe(
      `${code.replace("npm i", "npm i -D tool")}\n\n- [x] new\n- [ ] mixed\n- list\n\nThe last line.`,
    );
  });

  it("are diagrams, drawn below their text, with the reason why a text can't be drawn", async ({
    world,
    page,
    fresh,
  }) => {
    await openAtEnd(world, page, fresh);
    await insert(page, "Diagram");
    const diagram = page.getByRole("figure");
    const image = diagram.getByRole("img", { name: "Diagram" });
    await image.waitFor();
    const first = await image.getAttribute("src");
    await page.keyboard.type("\nEnd -->");
    await diagram.getByText("This isn’t a valid diagram").waitFor();
    expect(await image.getAttribute("src")).toBe(first);
    await page.keyboard.type(" Again");
    await expect.poll(() => diagram.getByText("This isn’t a valid diagram").count()).toBe(0);
    await expect.poll(() => image.getAttribute("src")).not.toBe(first);
    const code = "```mermaid\nflowchart LR\n  Start --> End\nEnd --> Again\n```";
    await savedText(world, fresh).toContain(`The last line.\n\n${code}`);
    await page.reload();
    await image.waitFor();
  });

  it("are tabs, made by keyboard, extended and removed with their toolbar", async ({
    world,
    page,
    fresh,
  }) => {
    await openAtEnd(world, page, fresh);
    await insert(page, "Tabs");
    const tools = page.getByRole("toolbar", { name: "Tabs" });
    for (const name of ["npm", "pnpm", "yarn"]) {
      if (name === "pnpm") await page.keyboard.press("ArrowDown");
      await caretMoved(page);
      if (name === "yarn") await tools.getByRole("button", { name: "Add tab" }).click();
      await page.keyboard.type(name);
      await page.keyboard.press("Enter");
      await page.keyboard.type(`${name} install`);
    }
    const section = (name: string): string =>
      `<details>\n<summary>${name}</summary>\n\n${name} install\n\n</details>`;
    const tabs = (...names: readonly string[]): string =>
      ["<tabs>", ...names.map(section), "</tabs>"].join("\n\n");
    await savedText(world, fresh).toContain(tabs("npm", "pnpm", "yarn"));
    await page.reload();
    await page.getByText("pnpm install").click();
    await caretMoved(page);
    await tools.getByRole("button", { name: "Delete tab", exact: true }).click();
    await savedText(world, fresh).toContain(tabs("npm", "yarn"));
    await tools.getByRole("button", { name: "Delete tabs" }).click();
    await savedText(world, fresh).toMatch(/The last line\.\s*$/);
  });

  it("contain emoji, found by name after a colon", async ({ world, page, fresh }) => {
    await openAtEnd(world, page, fresh);
    await page.keyboard.type("Note: at 12:30 :) :rocket");
    const menu = page.getByRole("listbox", { name: "Emoji" });
    await menu.getByRole("option", { name: "rocket" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type(" ");
    await insert(page, "Emoji");
    await page.keyboard.type("tada");
    await menu.getByRole("option", { name: "party popper" }).first().waitFor();
    await page.keyboard.press("Enter");
    await savedText(world, fresh).toContain("Note: at 12:30 :) 🚀 🎉");
  });

  it("are moved and duplicated, several at once, with keys, the menu and the pointer", async ({
    world,
    page,
    fresh,
  }) => {
    await write(world, fresh, "One\n\n- two\n\nThree\n\nThe last line.");
    await openAtEnd(world, page, fresh);
    await page.getByText("Three").click();
    await caretMoved(page);
    await page.keyboard.press("ControlOrMeta+Shift+ArrowUp");
    await savedText(world, fresh).toMatch(/^One\n\nThree\n\n- two\n\nThe last line\.\s*$/);
    await page.keyboard.type("!");
    await page.keyboard.press("Shift+ArrowDown");
    const menu = page.getByRole("button", { name: "Actions for 2 blocks" });
    await menu.click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await savedText(world, fresh).toMatch(/^[Three!]+\n\n- two\n\nOne\n\nThe last line\.\s*$/);
    await page.getByText("One", { exact: true }).click();
    await caretMoved(page);
    await page.getByRole("button", { name: "Block actions" }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await savedText(world, fresh).toMatch(/- two\n\nOne\n\nOne\n\nThe last line\.\s*$/);
    await page.getByText("The last line.").hover();
    await page.locator(".block-handle").dragTo(page.getByText("Three!"), { targetPosition: { x: 5, y: 1 } });
    await savedText(world, fresh).toMatch(/^The last line\.\n\n[Three!]+\n\n- two/);
  });

  it.for([
    [
      "Word",
      `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp;</span></span>one</p>
       <p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>nested <b>bold</b></p>
       <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span>two</p><p>After</p>`,
    ],
    [
      "Google Docs",
      `<b style="font-weight:normal"><ol><li><p>one</p></li><ul><li><p>nested <b>bold</b></p></li></ul><li><p>two</p></li></ol><p>After</p></b>`,
    ],
  ])("are nested lists when they are pasted from %s", async ([, html], { world, page, fresh }) => {
    await openAtEnd(world, page, fresh);
    await page.evaluate(
      `(() => {
        const data = new DataTransfer();
        data.setData("text/html", ${JSON.stringify(html)});
        data.setData("text/plain", "one");
        const paste = { bubbles: true, cancelable: true, clipboardData: data };
        document.querySelector(".page-text").dispatchEvent(new ClipboardEvent("paste", paste));
      })()`,
    );
    await savedText(world, fresh).toMatch(
      /The last line\.\n\n1\. one\n {3}- nested \*\*bold\*\*\n2\. two\n\nAfter\s*$/,
    );
  });

  it("are shown to readers with their images and formulas, and links lead to pages of the console", async ({
    world,
    page,
    fresh,
  }) => {
    const { path } = await world.platform.call(uploadImage, { params: fresh, body: { content: png } });
    await write(world, fresh, `![A dot](${path})\n\n$$\n\\frac{a}{b}\n$$\n\n> [!TIP]\n> A hint`);
    await page.route(`**${getSession.path}`, async (route) => {
      const session = Object(sessionOperations.getSession.example.response);
      const memberships = [{ organization: world.organization, role: "reader" }];
      await route.fulfill({ json: { ...session, person: { ...session.person, memberships } } });
    });
    await page.goto(world.server.consoleUrl + fresh.path);
    const text = page.getByRole("region", { name: "Text" });
    await text.locator("math").waitFor();
    await text.getByRole("note", { name: "Tip" }).waitFor();
    await expect
      .poll(() => page.evaluate("document.querySelector('.page-text img[alt=\"A dot\"]').naturalWidth"))
      .toBe(1);
    expect(await page.locator("[contenteditable=true]").count()).toBe(0);
  });
});
