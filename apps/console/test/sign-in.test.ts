import { getPageContent } from "@plugboard/content/routes";
import { it } from "./console-test.ts";
import { expect } from "vitest";
import { openTokenForm } from "./testing/open-token-form.ts";
import { adminToken } from "./testing/server-process.ts";

it("rejects a wrong token with a message and accepts the right one", async ({ world, context, page }) => {
  await context.clearCookies();
  await page.goto(world.server.consoleUrl);
  await openTokenForm(page);
  await page.getByLabel("Administrator token").fill("not the token");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("This is not the administrator token.").waitFor();
  await page.getByLabel("Administrator token").fill(adminToken);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  expect(await page.title()).toBe("Overview · Plugboard");
});

it("asks for the sign-in again after the session expired, and keeps unsaved text", async ({
  world,
  context,
  page,
  fresh,
}) => {
  await page.goto(world.server.consoleUrl + fresh.path);
  await page.getByRole("button", { name: "Source" }).click();
  await page.getByLabel("Markdown").fill("# Typed before the session ended\n");
  await context.clearCookies();
  // Another request of the page can end the session first, which hides the button.
  await page.getByRole("button", { name: "Publish", includeHidden: true }).dispatchEvent("click");
  await page.getByText("Your session has expired.").waitFor();
  await openTokenForm(page);
  await page.getByLabel("Administrator token").fill(adminToken);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Published as rev_").waitFor();
  const { markdown } = await world.platform.call(getPageContent, { params: fresh });
  expect(markdown).toBe("# Typed before the session ended\n");
});
