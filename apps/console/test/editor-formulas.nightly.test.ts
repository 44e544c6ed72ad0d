import { getPageDraft } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { caretMoved } from "./testing/caret-moved.ts";

it("a formula is written by keyboard, shown as mathematics and edited again after a reload", async ({
  world: { server, platform },
  page,
  fresh,
}) => {
  const savedText = async () => (await platform.call(getPageDraft, { params: fresh })).draft?.markdown;
  await page.goto(server.consoleUrl + fresh.path);
  await page.getByRole("textbox", { name: "Text" }).getByText("The last line.").click();
  await page.keyboard.press("End");
  await caretMoved(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("/formula");
  await page.getByRole("listbox", { name: "Insert" }).getByRole("option", { name: "Formula" }).waitFor();
  await page.keyboard.press("Enter");
  const formula = page.getByRole("figure", { name: "Formula" });
  await formula.locator("textarea:focus").waitFor();
  await page.keyboard.type("\\frac{a}{");
  await formula.getByText("This isn’t valid TeX").waitFor();
  await page.keyboard.type("b}");
  await formula.locator("mfrac").waitFor();
  expect(await formula.getByText("This isn’t valid TeX").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.keyboard.type("After it.");
  await expect.poll(savedText).toMatch(/The last line\.\n\n\$\$\n\\frac\{a\}\{b\}\n\$\$\n\nAfter it\.\s*$/);
  await page.reload();
  await formula.locator("mfrac").click();
  await formula.getByLabel("TeX").fill("\\sqrt{2}");
  await formula.locator("msqrt").waitFor();
  await expect.poll(savedText).toMatch(/\$\$\n\\sqrt\{2\}\n\$\$\n\nAfter it\.\s*$/);
});
