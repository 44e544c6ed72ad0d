import { listComments } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { caretMoved } from "./testing/caret-moved.ts";
import { createKeyboard } from "./testing/create-keyboard.ts";
import { savedText } from "./testing/edit-page.ts";

const isInText = `document.activeElement.closest(".page-text") !== null`;

it("edits a table, moves and deletes blocks with the keyboard alone", async ({ world, page, fresh }) => {
  const { tabTo, press, choose, focused } = createKeyboard(page);
  await page.goto(world.server.consoleUrl + fresh.path);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.getByText("The last line.").waitFor();
  await tabTo("Block actions");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+End");
  await caretMoved(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("/table");
  await page.getByRole("option", { name: /^Table/, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await text.getByRole("table").waitFor();
  const size = async () => [await text.getByRole("row").count(), await text.locator("th, td").count()];
  const [rows = 0, cells = 0] = await size();
  await page.keyboard.type("Head");
  // The toolbar comes before the text.
  const back = async (label: string): Promise<void> => {
    for (let tries = 0; tries < 12 && (await focused()) !== label; tries += 1)
      await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(isInText)).toBe(true);
  };
  await back("Insert row below");
  await expect.poll(size).toEqual([rows + 1, cells + cells / rows]);
  await back("Insert column after");
  await expect.poll(size).toEqual([rows + 1, (cells / rows + 1) * (rows + 1)]);
  await back("Delete row");
  await back("Delete column");
  await expect.poll(size).toEqual([rows, cells]);
  await back("Delete table");
  await expect.poll(() => text.getByRole("table").count()).toBe(0);

  // The editor puts its caret back for a moment after a button.
  const goUp = async () => {
    await page.keyboard.press("ArrowUp");
    await caretMoved(page);
    return await page.evaluate("getSelection().anchorNode.textContent");
  };
  await expect.poll(goUp).toBe("Fresh");
  await page.keyboard.press("ControlOrMeta+Shift+ArrowDown");
  const blocks = async () => (await text.locator("h1, p").allTextContents()).slice(0, 3);
  const [heading, first, last] = ["Fresh", "The first line.", "The last line."];
  await expect.poll(blocks).toEqual([first, heading, last]);
  await choose("Block actions", "Move up");
  await expect.poll(() => page.evaluate(isInText)).toBe(true);
  await expect.poll(blocks).toEqual([heading, first, last]);
  await choose("Block actions", "Delete");
  await expect.poll(() => page.evaluate(isInText)).toBe(true);
  await savedText(world, fresh).toMatch(/^The first line\.\n\nThe last line\./);
  await press("Discard draft");
  await text.getByText("Fresh").waitFor();
});

it("comments on text with the keyboard alone", async ({ world, page, fresh }) => {
  const { tabTo, press, type, confirm } = createKeyboard(page);
  await page.goto(world.server.consoleUrl + fresh.path);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.getByText("The last line.").waitFor();
  await tabTo("Block actions");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+End");
  await caretMoved(page);
  for (const _ of "line.") await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("ControlOrMeta+Alt+m");
  const panel = page.getByRole("complementary", { name: "Comments" });
  await panel.getByRole("textbox", { name: "Comment" }).waitFor();
  await page.keyboard.type("Which line?");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const thread = panel.getByRole("listitem", { name: "Thread about line." });
  await thread.getByText("Which line?").waitFor();
  await type("Reply", "The one at the end.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await thread.getByText("The one at the end.").waitFor();
  await press("Resolve");
  await press("1 resolved thread");
  await press("Reopen");
  await panel.getByText("1 resolved thread").waitFor({ state: "detached" });
  await press("Delete");
  await confirm("Delete thread");
  await panel.waitFor({ state: "detached" });
  expect((await world.platform.call(listComments, { params: fresh })).items).toEqual([]);
});
