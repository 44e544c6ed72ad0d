import { listEvents } from "@plugboard/api/routes";
import { createPage } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";

it("finds pages, actions and pasted ids with Ctrl + K", async ({ world, page, fresh }) => {
  const { platform, server } = world;
  const title = `Palette ${Date.now()}`;
  await platform.call(createPage, { params: fresh, body: { title } });
  await page.goto(server.consoleUrl);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  const palette = page.getByRole("dialog", { name: "Search" });
  const find = async (text: string) => {
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill(text);
  };
  await find(title.toLowerCase());
  await palette.getByRole("option", { name: title }).waitFor();
  await page.keyboard.press("Escape");
  await find("theme dark");
  await page.keyboard.press("Enter");
  expect(await page.locator("body").getAttribute("data-theme")).toBe("dark");
  const { items } = await platform.call(listEvents, { query: { limit: 1 } });
  await find(items[0]?.id ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/events?event=${items[0]?.id}`);
});
