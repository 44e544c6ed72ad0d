import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";
import { fillDeliveries } from "./testing/fill-deliveries.ts";
import { waitFor } from "./testing/wait-for.ts";

const regionOf = (page: Page) => page.getByRole("region", { name: "Webhook endpoint" });

describe("the panel of an endpoint", () => {
  it("lists its deliveries separately from those to the integration", async ({ world, page, webhook }) => {
    const { server, target } = world;
    await webhook.send();
    // An address of an earlier release.
    await page.goto(`${server.consoleUrl}/installations/${webhook.installationId}?tab=endpoints`);
    const endpoint = regionOf(page);
    await endpoint.getByText("Last 24 hours: 1 delivered, 0 failed. Now: 0 waiting, 0 in flight.").waitFor();
    await endpoint.getByRole("cell", { name: target.url }).waitFor();
    await page.getByRole("link", { name: "Deliveries", exact: true }).last().click();
    const own = page.getByRole("region", { name: "Deliveries to the integration" });
    await own.getByText("installation_setup").first().waitFor();
    expect(await own.getByRole("cell", { name: "webhook", exact: true }).count()).toBeGreaterThan(0);
    expect(await own.getByText(target.url).count()).toBe(0);
  });

  it("charts its last 7 and 30 days by day", async ({ world, page, webhook }) => {
    await webhook.send();
    await page.goto(`${world.server.consoleUrl}/endpoints?endpoint=${webhook.endpointId}`);
    const endpoint = regionOf(page);
    for (const days of [7, 30]) {
      const read = page.waitForResponse((response) => response.url().includes("step=day"));
      await endpoint.getByRole("button", { name: `Last ${days} days` }).click();
      const since = new URL((await read).url()).searchParams.get("since") ?? "";
      expect(since).toBe(new Date(Date.parse(since)).toISOString().replace(/T.*/, "T00:00:00.000Z"));
      expect(Math.floor((Date.now() - Date.parse(since)) / 86_400_000)).toBe(days - 1);
      await endpoint.getByText(`Last ${days} days: 1 delivered, 0 failed.`).waitFor();
      await endpoint.getByText("p95 response time by day").waitFor();
    }
    expect(await endpoint.locator("canvas").count()).toBe(2);
  });

  it("pauses it, and sends its queued deliveries after resuming", async ({ world, page, webhook }) => {
    const { server, target } = world;
    await page.goto(`${server.consoleUrl}/endpoints?endpoint=${webhook.endpointId}`);
    const endpoint = regionOf(page);
    await endpoint.getByRole("button", { name: "Pause" }).click();
    await endpoint.getByText("Paused. Deliveries are queued until you resume it.").waitFor();
    const before = target.statuses.length;
    await webhook.send();
    await endpoint.getByText("Now: 1 waiting, 0 in flight.").waitFor();
    expect(target.statuses).toHaveLength(before);
    await endpoint.getByRole("button", { name: "Resume" }).click();
    await endpoint.getByText("Now: 0 waiting, 0 in flight.").waitFor();
    await waitFor("the delivery", () => (target.statuses.length > before ? true : undefined));
  });

  it("disables it, which keeps no deliveries meanwhile, and enables it again", async ({
    world,
    page,
    webhook,
  }) => {
    const { server, target } = world;
    await page.goto(`${server.consoleUrl}/endpoints?endpoint=${webhook.endpointId}`);
    const endpoint = regionOf(page);
    await endpoint.getByRole("button", { name: "Disable…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
    await endpoint.getByText("Disabled. Events aren’t delivered.").waitFor();
    const before = target.statuses.length;
    await world.editPage(webhook.installationId, 1);
    await endpoint.getByRole("button", { name: "Enable" }).click();
    await endpoint.getByRole("button", { name: "Pause" }).waitFor();
    await webhook.send();
    await waitFor("the delivery", () => (target.statuses.length > before ? true : undefined));
    expect(target.statuses).toHaveLength(before + 1);
  });

  it("shows times in UTC on hover", async ({ world, page, webhook }) => {
    await webhook.send();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Emulation.setTimezoneOverride", { timezoneId: "Asia/Tokyo" });
    await page.goto(`${world.server.consoleUrl}/endpoints?endpoint=${webhook.endpointId}`);
    const time = regionOf(page).locator("tbody time").first();
    const moment = new Date((await time.getAttribute("datetime")) ?? "");
    const timeIn = (timeZone: string): string => moment.toLocaleTimeString("en", { timeZone });
    const title = ((await time.getAttribute("title")) ?? "").replaceAll("\u202f", " ");
    const [inTokyo, inUtc] = [timeIn("Asia/Tokyo"), timeIn("UTC")].map((text) =>
      text.replaceAll("\u202f", " "),
    );
    expect(title).toContain(inTokyo);
    expect(title).toContain(`${inUtc} UTC`);
  });

  it("shows why it was disabled automatically, as does a notice, and enables it", async ({
    world,
    page,
    webhook,
  }) => {
    const { server, target } = world;
    await page.goto(server.consoleUrl);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    target.failNext(410);
    await webhook.send();
    const reason = "it responded with 410 Gone.";
    const notice = page.getByRole("region", { name: "Notice" });
    await notice.getByText(target.url).waitFor();
    expect(await notice.textContent()).toContain(reason);
    await notice.getByRole("link", { name: "View endpoint" }).click();
    const endpoint = regionOf(page);
    await endpoint.getByText(`Disabled automatically because ${reason}`).waitFor();
    await endpoint.getByRole("button", { name: "Enable" }).click();
    await endpoint.getByRole("button", { name: "Pause" }).waitFor();
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await notice.waitFor({ state: "detached" });
  });

  it("paginates by one hundred, forward and back", async ({ world, page, webhook }) => {
    fillDeliveries(join(world.dataDir, "delivery.db"), webhook.endpointId, { deliveries: 110, days: 1 });
    await page.goto(`${world.server.consoleUrl}/endpoints?endpoint=${webhook.endpointId}`);
    const endpoint = regionOf(page);
    const rows = endpoint.locator("tbody");
    await endpoint.getByRole("button", { name: "Older" }).click();
    await endpoint.getByRole("button", { name: "Newer" }).waitFor();
    await expect.poll(() => rows.count()).toBeLessThan(100);
    expect(await endpoint.getByRole("button", { name: "Older" }).count()).toBe(0);
    await endpoint.getByRole("button", { name: "Newer" }).click();
    await endpoint.getByRole("button", { name: "Older" }).waitFor();
    expect(await rows.count()).toBe(100);
  });

  it("rotates its secret in a dialog that shows the overlap, and discards no secret still in use", async ({
    world,
    page,
    webhook,
  }) => {
    await page.goto(`${world.server.consoleUrl}/endpoints?endpoint=${webhook.endpointId}`);
    const endpoint = regionOf(page);
    const dialog = page.getByRole("dialog", { name: "Rotate secret" });
    await endpoint.getByRole("button", { name: "Rotate secret…" }).click();
    await dialog.getByText(/^The old secret stays valid until/).waitFor();
    await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
    await endpoint.getByText(/^also signs until/).waitFor();
    expect(await endpoint.getByText(/^whsec_/).count()).toBe(2);
    await endpoint.getByRole("button", { name: "Rotate secret…" }).click();
    await dialog.getByText(/^The previous secret is still valid until/).waitFor();
    expect(await dialog.getByRole("button", { name: "Rotate", exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });
});
