import { updatePageContent } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";

it("warns before overwriting another person's changes", async ({
  world: { platform, server },
  page,
  fresh,
}) => {
  await page.goto(server.consoleUrl + fresh.path);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("Mine. ");
  const theirs = { body: { markdown: "Theirs." }, params: fresh };
  await platform.call(updatePageContent, theirs);
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog", { name: "Someone else published this page" });
  await dialog.getByRole("region", { name: "Theirs" }).getByText("Theirs.").waitFor();
  await dialog.getByRole("button", { name: "Publish yours" }).click();
  await page.getByText("Published as rev_").waitFor();
  await text.getByText("Mine.").waitFor();

  await text.click();
  await page.keyboard.type("Lost. ");
  await platform.call(updatePageContent, theirs);
  await page.keyboard.press("Control+Enter");
  await dialog.getByRole("button", { name: "Use theirs" }).click();
  await text.getByText("Theirs.", { exact: true }).waitFor();
  await page.getByText("No unpublished changes").waitFor();
  expect(await page.getByRole("button", { name: "Publish" }).isDisabled()).toBe(true);
});
