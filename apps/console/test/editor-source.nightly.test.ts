import { createPage, getPageDraft } from "@plugboard/content/routes";
import { expect } from "vitest";
import { caretMoved } from "./testing/caret-moved.ts";
import { it } from "./console-test.ts";

it("starts no draft of a page that the editor prints differently until its text changes", async ({
  world: { platform, server },
  page,
  fresh: { spaceId },
}) => {
  // The editor prints other markers, and adds an empty line after a list.
  const body = { title: "Imported", markdown: "Heading\n=======\n\n* one\n* two\n" };
  const { id: pageId } = await platform.call(createPage, { params: { spaceId }, body });
  const params = { spaceId, pageId };
  await page.goto(`${server.consoleUrl}/content/spaces/${spaceId}/pages/${pageId}`);
  await page.getByRole("textbox", { name: "Text" }).getByText("one").click();
  await page.keyboard.press("End");
  await caretMoved(page);
  const state = page.locator("form output").last();
  expect(await state.textContent()).toBe("No unpublished changes");
  await page.keyboard.type("s");
  await expect.poll(() => state.textContent()).toMatch(/^Draft saved/);
  expect((await platform.call(getPageDraft, { params })).draft?.markdown).toContain("ones\n");
  await page.keyboard.press("Backspace");
  await expect.poll(() => state.textContent()).toBe("No unpublished changes");
  await expect.poll(() => platform.call(getPageDraft, { params })).toEqual({});
});

it("reads each paragraph, list and table in the direction of its text", async ({
  world: { platform, server },
  page,
  fresh: { spaceId },
}) => {
  const markdown = "שלום\n\nplain\n\n- אחת\n- שתיים\n\n> מרחבא\n\n| א | ב |\n|---|---|\n| c | d |\n";
  const body = { title: "שלום", markdown };
  const { id } = await platform.call(createPage, { params: { spaceId }, body });
  await page.goto(`${server.consoleUrl}/content/spaces/${spaceId}/pages/${id}`);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.getByText("plain").waitFor();
  const directions = await text.evaluate((editor) =>
    Object.fromEntries(
      ["p", "p + p", "ul", "li p", "blockquote", "table", "td p"].map((selector) => [
        selector,
        getComputedStyle(editor.querySelector(selector) ?? editor).direction,
      ]),
    ),
  );
  expect(directions).toEqual({
    p: "rtl",
    "p + p": "ltr",
    ul: "rtl",
    "li p": "rtl",
    blockquote: "rtl",
    table: "rtl",
    "td p": "ltr",
  });
});
