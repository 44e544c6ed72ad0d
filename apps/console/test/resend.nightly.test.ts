import { join } from "node:path";
import { listDeliveries, sendDeliveriesAgain } from "@plugboard/api/routes";
import type { Route } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";
import { fillDeliveries } from "./testing/fill-deliveries.ts";

describe("deliveries", () => {
  it("are resent in bulk after confirming their number", async ({ world, page, webhook }) => {
    const { platform, server, target } = world;
    const { endpointId, send } = webhook;
    const countFailed = async () =>
      (await platform.call(listDeliveries, { query: { status: "failed", endpointId } })).items.length;
    target.failNext(400, 400);
    await send();
    await send();
    await expect.poll(countFailed).toBe(2);
    await page.goto(`${server.consoleUrl}/deliveries`);
    await page.getByRole("combobox", { name: "Endpoint" }).selectOption(endpointId);
    await page.getByRole("button", { name: "Resend failed…" }).click();
    const dialog = page.getByRole("dialog", { name: "Resend deliveries" });
    await dialog.getByRole("button", { name: "Resend 2", exact: true }).click();
    await dialog.getByText("2 of 2 resent.").waitFor();
    await expect.poll(countFailed).toBe(0);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByText("0 failed").waitFor();
  });

  it("are resent a hundred at a time until canceled", async ({ world, page, webhook }) => {
    const { endpointId } = webhook;
    fillDeliveries(join(world.dataDir, "delivery.db"), endpointId, { deliveries: 130, days: 1 });
    await page.goto(`${world.server.consoleUrl}/deliveries?range=7d&endpoint=${endpointId}`);
    const list = page.getByRole("region", { name: "Deliveries" });
    await list.getByRole("row").nth(3).waitFor();
    await list.hover();
    await page.mouse.wheel(0, 100_000);
    const all = list.getByRole("checkbox", { name: "Select all listed deliveries" });
    const again = page.getByRole("button", { name: /^Resend \d+…$/ });
    await expect
      .poll(async () => {
        await all.uncheck();
        await all.check();
        return Number(/\d+/.exec((await again.textContent()) ?? "")?.[0]);
      })
      .toBeGreaterThan(100);
    await again.click();
    const dialog = page.getByRole("dialog", { name: "Resend deliveries" });
    const held = Promise.withResolvers<Route>();
    await page.route(`**/v1${sendDeliveriesAgain.path}`, (route) => held.resolve(route));
    await dialog.getByRole("button", { name: /^Resend \d/ }).click();
    const first = await held.promise;
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await first.continue();
    await dialog.getByText(/^100 of \d+ resent; canceled\.$/).waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    expect(await again.count()).toBe(0);
  });
});
