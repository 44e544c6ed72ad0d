import { getDelivery, listDeliveries, startWebhookEndpointRecovery } from "@plugboard/api/routes";
import { expect } from "vitest";
import type { ConsoleWorld, InstalledWebhook } from "./testing/console-world.ts";
import { it } from "./console-test.ts";

const countFailed = async ({ platform }: ConsoleWorld, { endpointId }: InstalledWebhook): Promise<number> =>
  (await platform.call(listDeliveries, { query: { status: "failed", endpointId } })).items.length;

/** Sends events that fail permanently. */
async function fail(world: ConsoleWorld, webhook: InstalledWebhook, times: number): Promise<void> {
  world.target.failNext(...Array.from({ length: times }, () => 400));
  for (let sent = 0; sent < times; sent += 1) await webhook.send();
  await expect.poll(() => countFailed(world, webhook)).toBe(times);
}

it("resends failed deliveries since a time", async ({ world, page, webhook }) => {
  const { deliveryId } = await webhook.send();
  const params = { installationId: webhook.installationId, deliveryId };
  const statusOf = async () => (await world.platform.call(getDelivery, { params })).status;
  await expect.poll(statusOf).toBe("delivered");
  await fail(world, webhook, 3);
  await page.goto(`${world.server.consoleUrl}/endpoints?endpoint=${webhook.endpointId}`);
  const endpoint = page.getByRole("region", { name: "Webhook endpoint" });
  await endpoint.getByText("1 delivered, 3 failed.").waitFor();
  const failingSince = endpoint.getByText(/in flight\. Failing since/);
  await failingSince.waitFor();
  await endpoint.getByRole("button", { name: "Recover 3" }).click();
  await endpoint.getByText("3 resent").waitFor();
  await endpoint.getByText("No deliveries failed permanently in this time range.").waitFor();
  await endpoint.getByText("4 delivered, 3 failed.").waitFor();
  expect(await failingSince.count()).toBe(0);
});

it("shows the progress of a recovery, and cancels it", async ({ world, page, webhook }) => {
  await fail(world, webhook, 2);
  await world.platform.call(startWebhookEndpointRecovery, {
    params: { installationId: webhook.installationId, endpointId: webhook.endpointId },
    body: { failedSince: "2001-01-01T00:00:00Z", perSecond: 0.001 },
  });
  await page.goto(`${world.server.consoleUrl}/endpoints?endpoint=${webhook.endpointId}`);
  const endpoint = page.getByRole("region", { name: "Webhook endpoint" });
  await endpoint.getByText("1 of 2 resent").waitFor();
  const progress = endpoint.getByRole("progressbar", { name: "Recovery" });
  expect([await progress.getAttribute("value"), await progress.getAttribute("max")]).toEqual(["1", "2"]);
  await endpoint.getByRole("button", { name: "Cancel" }).click();
  await endpoint.getByText("Canceled after 1 of 2").waitFor();
});

it("counts and recovers the deliveries that failed in a time range", async ({ world, page, webhook }) => {
  await fail(world, webhook, 2);
  await page.goto(`${world.server.consoleUrl}/deliveries?endpoint=${webhook.endpointId}`);
  await page.getByRole("button", { name: "Recover…" }).click();
  const dialog = page.getByRole("dialog", { name: "Recover an endpoint" });
  // Includes deliveries that the list doesn't show.
  expect(await dialog.getByRole("combobox", { name: "Endpoint" }).inputValue()).toBe(webhook.endpointId);
  await dialog.getByRole("button", { name: "Recover 2" }).waitFor();
  const since = dialog.getByLabel("Resend deliveries that failed since");
  const counts: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/recoveries/count")) counts.push(request.postData() ?? "");
  });
  await since.focus();
  for (let minutes = 0; minutes < 10; minutes += 1) await page.keyboard.press("ArrowDown");
  await page.waitForTimeout(500);
  expect(counts).toEqual([]);
  await dialog.getByLabel("until").fill("2001-01-02T00:00");
  await since.fill("2001-01-01T00:00");
  await since.press("Enter");
  await dialog.getByText("No deliveries failed permanently in this time range.").waitFor();
  expect(counts).toHaveLength(3);
  await dialog.getByLabel("until").fill("");
  await dialog.getByLabel("until").press("Enter");
  await dialog.getByRole("button", { name: "Recover 2" }).click();
  await dialog.getByText("2 resent").waitFor();
  await expect.poll(() => countFailed(world, webhook)).toBe(0);
});
