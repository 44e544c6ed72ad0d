import { listDeliveries, listDeliveryViews } from "@plugboard/api/routes";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";

const listOf = (page: Page) => page.getByRole("region", { name: "Deliveries" });

describe("the list of deliveries", () => {
  it("is filtered by the URL and the chart, and loaded on scroll", async ({ world, page, webhook }) => {
    const { platform, server, target } = world;
    await world.editPage(webhook.installationId, 60);
    const countFailed = async () =>
      (await platform.call(listDeliveries, { query: { status: "failed" } })).items.length;
    const failed = (await countFailed()) + 2;
    target.failNext(400, 422);
    for (let sent = 0; sent < 2; sent += 1) await webhook.send();
    await expect.poll(countFailed).toBe(failed);
    await page.goto(`${server.consoleUrl}/deliveries`);
    const list = listOf(page);
    await page.getByText(`${failed} failed`).waitFor();
    await list.getByRole("row").nth(3).waitFor();
    await list.hover();
    await page.mouse.wheel(0, 100_000);
    await page.mouse.wheel(0, 100_000);
    await list.getByText("installation_setup").first().waitFor();
    // Only visible rows are in the DOM.
    expect(await list.getByRole("row").count()).toBeLessThan(60);
    await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
    await page.getByRole("textbox", { name: "HTTP status" }).fill("422");
    await page.getByRole("textbox", { name: "HTTP status" }).press("Enter");
    await page.waitForURL(/status=failed&code=422|code=422&status=failed/);
    await page.reload();
    await list.getByText("422", { exact: true }).first().waitFor();
    await expect.poll(() => list.getByRole("row").count()).toBe(2);
    expect(await list.getByText("delivered", { exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Clear" }).click();
    await list.getByText("delivered", { exact: true }).first().waitFor();
    // All deliveries are recent, so only the last bars have a height.
    const bars = await page.locator(".histogram .u-over").boundingBox();
    const { x = 0, y = 0, width = 0 } = bars ?? {};
    await page.mouse.move(x + 10, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 20, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/since=.*before=|before=.*since=/);
    await page.getByText("0 delivered").waitFor();
    await page.getByText("No deliveries in this time range").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await list.getByText("delivered", { exact: true }).first().waitFor();
  });

  it("is opened by views stored on the server", async ({ world, context, page }) => {
    const { platform, server, browser, organization } = world;
    const view = `Gone ${crypto.randomUUID().slice(0, 8)}`;
    const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`${server.consoleUrl}/deliveries?status=failed&code=410`);
    await page.getByRole("button", { name: "Views" }).click();
    await item("Save view…").click();
    await page.getByRole("textbox", { name: "Name" }).fill(view);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(`Saved view ${view}`).waitFor();
    // Another browser of the same user.
    const profile = await browser.newContext();
    const other = await profile.newPage();
    await world.signIn(other, "/deliveries");
    await other.getByRole("button", { name: "Views" }).click();
    await other.getByRole("menuitem", { name: view, exact: true }).click();
    await other.waitForURL(/status=failed&code=410|code=410&status=failed/);
    await profile.close();
    await page.getByRole("button", { name: "Views" }).click();
    await item("Copy link to view").click();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toContain("status=failed&code=410");
    await page.getByRole("button", { name: "Views" }).click();
    await item(`Remove ${view}`).click();
    await page.getByRole("button", { name: "Undo" }).click();
    const params = { organizationId: organization };
    const readViews = async () =>
      (await platform.call(listDeliveryViews, { params })).items.map(({ name, search }) => [name, search]);
    await expect.poll(readViews).toContainEqual([view, { status: "failed", code: "410" }]);
  });

  it("is the same in two tabs, which announce new deliveries without moving it", async ({
    world,
    context,
    page,
    webhook,
  }) => {
    for (let sent = 0; sent < 3; sent += 1) await webhook.send();
    const other = await context.newPage();
    const countsIn = (tab: Page) => tab.locator(".histogram figcaption").innerText();
    for (const tab of [page, other]) {
      await tab.goto(`${world.server.consoleUrl}/deliveries`);
      await listOf(tab).getByRole("row").nth(3).waitFor();
    }
    // Its checkbox label identifies the delivery.
    const first = () => listOf(page).getByRole("row").nth(1).getByRole("checkbox").getAttribute("aria-label");
    const before = await first();
    await webhook.send();
    // The server's notification arrives long before the next poll.
    for (const tab of [page, other]) await tab.getByText("1 new").waitFor({ timeout: 5_000 });
    expect(await first()).toBe(before);
    await expect.poll(async () => (await countsIn(page)) === (await countsIn(other))).toBe(true);
  });
});
