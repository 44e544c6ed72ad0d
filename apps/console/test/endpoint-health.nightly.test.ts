import { getWebhookEndpoint, listDeliveries } from "@plugboard/api/routes";
import { expect, vi } from "vitest";
import { it } from "./console-test.ts";

it("shows a dead endpoint as failing on its list, its page and the overview", async ({ world, page }) => {
  const { platform, server, target } = world;
  const { installationId, endpointId, send } = await world.installWebhook();
  target.failNext(...Array.from({ length: 200 }, () => 503));
  const params = { installationId, endpointId };
  const readHealth = async () => (await platform.call(getWebhookEndpoint, { params })).health;
  await expect
    .poll(
      async () => {
        await send();
        return (await readHealth()).state;
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe("failing");
  for (const path of ["/endpoints", `/endpoints?endpoint=${endpointId}`, "/"]) {
    // Earlier deliveries can have failed for good.
    await send();
    await page.goto(server.consoleUrl + path);
    await page.getByText("failing", { exact: true }).waitFor();
    await expect
      .poll(() => page.locator(".health .hint").first().textContent())
      .toMatch(/^(\d+) of \1 requests failed in the last 24 h · p95 [^·]+ · \d+ waiting · failing since/);
    expect(await page.getByText("healthy", { exact: true }).count()).toBe(0);
  }
  const { requests, failedRequests } = await readHealth();
  expect(requests).toBeGreaterThanOrEqual(3);
  expect(failedRequests).toBe(requests);
});

it("groups failures by cause, leads from them to the deliveries, and resends all of them", async ({
  world,
  page,
}) => {
  const { platform, server, target } = world;
  const { endpointId, send } = await world.installWebhook();
  const query = { endpointId, status: "failed" as const };
  const countFailed = async () => (await platform.call(listDeliveries, { query })).items.length;
  target.failNext(422, 422, 400);
  for (let sent = 0; sent < 3; sent += 1) await send();
  await expect.poll(countFailed, { timeout: 60_000 }).toBe(3);
  await page.goto(server.consoleUrl);
  const causes = page.getByRole("region", { name: "Top failure causes" });
  const refused = causes
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: "Rejected: HTTP 422" }) });
  await refused.getByText("2 deliveries").waitFor();
  await refused.getByText(target.url).waitFor();
  const figures = page.getByRole("region", { name: "Deliveries" });
  await expect.poll(() => figures.getByText(/%$/).count()).toBe(2);
  await refused.getByRole("link").click();
  await page.getByRole("region", { name: "Deliveries" }).getByRole("row").nth(2).waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
    status: "failed",
    code: "422",
    endpoint: endpointId,
  });
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Group failures" }).click();
  await page
    .getByRole("region", { name: "Failures by cause" })
    .getByRole("link", { name: "Rejected: HTTP 400" })
    .waitFor();
  await page.getByRole("link", { name: "Overview" }).click();

  // A resolved cause leaves the overview until it fails again.
  const choose = async (title: string) => {
    await page.getByRole("button", { name: "Status of Rejected: HTTP 422" }).click();
    await page.getByRole("menuitem", { name: title }).click();
  };
  await choose("Acknowledge");
  await refused.getByText("acknowledged").waitFor();
  await choose("Resolve until the next failure");
  await refused.waitFor({ state: "detached" });
  target.failNext(422);
  await send();
  await refused.getByText("3 deliveries").waitFor();
  await refused.getByText("open", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Resend all…" }).click();
  const dialog = page.getByRole("dialog", { name: "Resend deliveries" });
  await dialog.getByRole("button", { name: /^Resend \d/ }).click();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.poll(countFailed, { timeout: 60_000 }).toBe(0);

  // A click on a bar of the chart opens its deliveries.
  await page.getByRole("button", { name: "Last 7 days" }).click();
  const chart = page.locator(".histogram .u-over");
  // The chart is drawn again when its width changes.
  await vi.waitFor(
    async () => {
      const box = await chart.boundingBox();
      await chart.click({ position: { x: (box?.width ?? 0) - 3, y: 20 }, timeout: 2000 });
    },
    { timeout: 30_000 },
  );
  await page.waitForURL(/\/deliveries\?.*since=/);
});

it("shows that deliveries wait for an endpoint that keeps failing, and probes it", async ({
  world,
  page,
  webhook,
}) => {
  const { platform, server, target } = world;
  const { endpointId, send } = webhook;
  const isOpen = async () =>
    (await platform.call(listDeliveries, { query: { endpointId } })).items.some(
      ({ wait }) => wait?.reason === "failing",
    );
  target.failNext(...Array.from({ length: 60 }, () => 503));
  for (let sent = 0; sent < 12; sent += 1) await send();
  await expect.poll(isOpen, { timeout: 60_000 }).toBe(true);
  await page.goto(`${server.consoleUrl}/deliveries?status=scheduled`);
  const list = page.getByRole("region", { name: "Deliveries" });
  await list
    .getByText(/^On hold because the endpoint keeps failing. Next probe in/)
    .first()
    .waitFor();
  target.failNext();
  const before = target.statuses.length;
  await list.getByRole("button", { name: "Probe now" }).first().click();
  await expect.poll(() => target.statuses.length).toBeGreaterThan(before);
  await expect.poll(isOpen).toBe(false);
  expect(target.statuses.slice(before)).not.toContain(503);
});
