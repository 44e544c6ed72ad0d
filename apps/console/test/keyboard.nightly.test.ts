import { expect } from "vitest";
import { it } from "./console-test.ts";
import { adminToken } from "./testing/server-process.ts";

it("works with the keyboard alone", async ({ world, context, page }) => {
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
  await context.clearCookies();
  await page.goto(world.server.consoleUrl);
  const token = page.getByLabel("Administrator token");
  await token.or(page.getByRole("button", { name: "Use administrator token" })).waitFor();
  // Once there are accounts, people sign in with a password first.
  if (!(await token.isVisible())) {
    await tabTo("Use administrator token");
    await page.keyboard.press("Enter");
    await token.waitFor();
  }
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
});
