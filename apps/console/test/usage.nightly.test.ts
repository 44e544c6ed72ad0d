import { listDeliveries } from "@plugboard/api/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";

it("charts the deliveries of a chosen period by day, and leads to those of a day", async ({
  world: { platform, server, installWebhook },
  page,
}) => {
  const { endpointId, send } = await installWebhook();
  await send();
  await expect
    .poll(async () => (await platform.call(listDeliveries, { query: { endpointId } })).items.length)
    .toBeGreaterThan(0);
  await page.goto(`${server.consoleUrl}/usage`);
  const daily = page.getByRole("region", { name: "Daily deliveries" });
  for (const days of ["90", "7"]) {
    await daily.getByLabel("Period").selectOption(days);
    await daily.getByRole("heading", { name: `Deliveries in the last ${days} days` }).waitFor();
    await expect.poll(() => daily.locator("dd").first().textContent()).toMatch(/^[1-9]/);
  }
  const chart = daily.locator(".histogram .u-over");
  // The chart is drawn again when its width changes.
  await expect
    .poll(
      async () => {
        const box = await chart.boundingBox();
        await chart.click({ position: { x: (box?.width ?? 0) - 3, y: 20 }, timeout: 2000 }).catch(() => {});
        return page.url();
      },
      { timeout: 30_000 },
    )
    .toMatch(/\/deliveries\?.*since=/);
});
