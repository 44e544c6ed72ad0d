import {
  createApiKey,
  createOrganization,
  createWebhookEndpoint,
  listDeliveries,
  listMembers,
} from "@plugboard/api/routes";
import { setOrganizationQuota } from "@plugboard/content/routes";
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
    await page.getByLabel("Period").selectOption(days);
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

it("charts the deliveries to one endpoint, on the overview and the usage page", async ({
  world: { platform, server, installWebhook },
  page,
}) => {
  const { installationId, endpointId, send } = await installWebhook();
  const { id: quiet } = await platform.call(createWebhookEndpoint, {
    params: { installationId },
    body: { url: "https://quiet.example/hooks", eventTypes: ["page_feedback"] },
  });
  await send();
  await expect
    .poll(async () => (await platform.call(listDeliveries, { query: { endpointId } })).items.length)
    .toBeGreaterThan(0);
  for (const [path, section] of [
    ["", "Deliveries"],
    ["usage", "Daily deliveries"],
  ] as const) {
    await page.goto(`${server.consoleUrl}/${path}`);
    const region = page.getByRole("region", { name: section, exact: true });
    const total = () => region.locator("dd").first().textContent();
    await expect.poll(total).toMatch(/^[1-9]/);
    await region.getByLabel("Endpoint").selectOption(quiet);
    await expect.poll(total).toBe("0");
    await region.getByLabel("Endpoint").selectOption(endpointId);
    await expect.poll(total).toMatch(/^[1-9]/);
    await page.goBack();
    await expect.poll(total).toBe("0");
    expect(new URL(page.url()).searchParams.get("endpoint")).toBe(quiet);
  }
});

it("charts each counter by day with its limit", async ({ world: { platform, server }, page }) => {
  const made = Date.now();
  const { id: organizationId } = await platform.call(createOrganization, {
    body: { title: `Usage ${made}`, subdomain: `usage${made}` },
  });
  const params = { organizationId };
  await platform.call(setOrganizationQuota, {
    params,
    body: { requestsPerMinute: 500, maxImageBytes: 2_000_000 },
  });
  const { token } = await platform.call(createApiKey, { params, body: { name: "CI", role: "owner" } });
  const requests = 7;
  for (let sent = 0; sent < requests; sent += 1) {
    const url = `${server.consoleUrl}/v1${listMembers.path.replace("{organizationId}", organizationId)}`;
    const { status } = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(status).toBe(200);
  }
  const card = (name: string) => page.getByRole("region", { name, exact: true });
  const open = async () => {
    await page.goto(`${server.consoleUrl}/usage?organization=${organizationId}`);
    return await card("API key requests").locator("strong").textContent();
  };
  // Usage is stored within ten seconds.
  await expect.poll(open, { timeout: 30_000, interval: 2000 }).toBe(String(requests));
  await card("API key requests").getByText("in 30 days").waitFor();
  await card("API key requests")
    .getByText(/^\d of 500 this minute$/)
    .waitFor();
  const bars = card("API key requests").locator("svg");
  expect(await bars.getAttribute("aria-label")).toBe(`API key requests by day, ${requests} at most`);
  expect(await bars.locator("title").last().textContent()).toMatch(new RegExp(`: ${requests}$`));
  await card("Image storage").getByText("of 2 MB (0%)").waitFor();
  expect(await card("API keys").locator("strong").textContent()).toBe("1");
  for (const days of [7, 90]) {
    await page.getByLabel("Period").selectOption(String(days));
    await card("API key requests").getByText(`in ${days} days`).waitFor();
    await expect.poll(() => bars.locator("title").count()).toBe(days);
  }
  await page.goBack();
  await card("API key requests").getByText("in 7 days").waitFor();

  // Figures keep their period's label until those of a period that isn't loaded yet arrive.
  await page.reload();
  await card("API key requests").getByText("in 7 days").waitFor();
  const release = Promise.withResolvers<void>();
  await page.route("**/usage/days?days=30", async (call) => {
    await release.promise;
    await call.continue();
  });
  await page.getByLabel("Period").selectOption("30");
  await page.getByRole("heading", { name: "Deliveries in the last 30 days" }).waitFor();
  await card("API key requests").getByText("in 7 days").waitFor();
  expect(await bars.locator("title").count()).toBe(7);
  release.resolve();
  await card("API key requests").getByText("in 30 days").waitFor();
});

it("shows quotas that are nearly used up", async ({ world: { platform, server }, page }) => {
  const made = Date.now();
  const { id: organizationId } = await platform.call(createOrganization, {
    body: { title: `Near ${made}`, subdomain: `near${made}` },
  });
  const params = { organizationId };
  await platform.call(setOrganizationQuota, { params, body: { requestsPerMinute: 1000 } });
  const { token } = await platform.call(createApiKey, { params, body: { name: "CI", role: "owner" } });
  const near = page.getByRole("region", { name: "Quotas nearly used up" });
  await page.goto(`${server.consoleUrl}/usage?organization=${organizationId}`);
  await page.getByText("of 1,000 this minute").waitFor();
  expect(await near.count()).toBe(0);
  await platform.call(setOrganizationQuota, { params, body: { requestsPerMinute: 2 } });
  const path = listMembers.path.replace("{organizationId}", organizationId);
  const send = async () =>
    (await fetch(`${server.consoleUrl}/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
  const sent = await Promise.all([send(), send(), send()]);
  expect(sent.toSorted((one, other) => one - other)).toEqual([200, 200, 429]);
  const shown = async () => {
    await page.reload();
    await page.getByText("of 2 this minute").waitFor();
    return await near.count();
  };
  // Usage is stored within ten seconds.
  await expect.poll(shown, { timeout: 30_000, interval: 2000 }).toBe(1);
  await near.getByText("Requests per minute: 100% used today").waitFor();
});
