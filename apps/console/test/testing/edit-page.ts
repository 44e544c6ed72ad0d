import { getPageDraft } from "@plugboard/content/routes";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TestPage } from "../console-test.ts";
import { caretMoved } from "./caret-moved.ts";
import type { ConsoleWorld } from "./console-world.ts";

/** Opens the page with the caret on an empty line at its end. */
export async function openAtEnd({ server }: ConsoleWorld, page: Page, fresh: TestPage): Promise<void> {
  await page.goto(server.consoleUrl + fresh.path);
  await page.getByRole("textbox", { name: "Text" }).getByText("The last line.").click();
  await page.keyboard.press("End");
  await caretMoved(page);
  await page.keyboard.press("Enter");
}

/** Expects the text of the page's draft, once it is saved. */
export const savedText = ({ platform }: ConsoleWorld, params: TestPage) =>
  expect.poll(async () => (await platform.call(getPageDraft, { params })).draft?.markdown);
