import { getPageDraft } from "@plugboard/content/routes";
import { expect } from "vitest";
import { caretMoved } from "./testing/caret-moved.ts";
import { it } from "./console-test.ts";

it("a comment on selected text is answered in another window, survives edits around it, and is resolved and deleted", async ({
  world,
  page,
  context,
  fresh,
}) => {
  const { server, platform } = world;
  await page.goto(server.consoleUrl + fresh.path);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.getByText("The last line.").click();
  await page.keyboard.press("End");
  await caretMoved(page);
  for (const _ of "line.") await page.keyboard.press("Shift+ArrowLeft");
  await page.getByRole("button", { name: "Comment (Ctrl + Alt + M)" }).click();
  const panel = page.getByRole("complementary", { name: "Comments" });
  await panel.getByLabel("Comment", { exact: true }).fill("Which line?");
  await panel.getByRole("button", { name: "Comment" }).click();
  await panel.getByText("Which line?").waitFor();
  const highlight = text.locator("[data-comment]");
  await expect.poll(() => highlight.allTextContents()).toEqual(["line."]);

  const other = await context.newPage();
  await other.goto(server.consoleUrl + fresh.path);
  const thread = other.getByRole("listitem", { name: "Thread about line." });
  await thread.getByLabel("Reply").fill("The one at the end.");
  await thread.getByRole("button", { name: "Reply" }).click();
  await panel.getByText("The one at the end.").waitFor();

  await text.getByText("The first line.").click();
  await page.keyboard.press("Home");
  await caretMoved(page);
  await page.keyboard.type("Another line. ");
  await text.getByText("The last").click();
  await page.keyboard.press("Home");
  await caretMoved(page);
  await page.keyboard.type("Here is ");
  expect(await highlight.allTextContents()).toEqual(["line."]);
  await expect
    .poll(async () => (await platform.call(getPageDraft, { params: fresh })).draft?.markdown, {
      timeout: 30_000,
    })
    .toBe("# Fresh\n\nAnother line. The first line.\n\nHere is The last line.");
  await page.reload();
  await expect.poll(() => highlight.allTextContents()).toEqual(["line."]);
  expect(await text.locator("p", { has: page.locator("[data-comment]") }).textContent()).toBe(
    "Here is The last line.",
  );
  await highlight.click();
  await panel.locator("li[aria-current]").waitFor();

  await panel.getByRole("button", { name: "Resolve" }).click();
  await expect.poll(() => highlight.count()).toBe(0);
  await thread.waitFor({ state: "hidden" });
  await other.getByText("1 resolved thread").click();
  await thread.getByRole("button", { name: "Delete" }).click();
  await other.getByRole("button", { name: "Delete thread" }).click();
  await panel.waitFor({ state: "hidden" });
});
