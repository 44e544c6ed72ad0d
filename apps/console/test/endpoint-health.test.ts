import { getWebhookEndpoint } from "@plugboard/api/routes";
import { expect } from "vitest";
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
    await page.goto(server.consoleUrl + path);
    await page.getByText("failing", { exact: true }).waitFor();
    await page
      .getByText(/^(\d+) of \1 requests failed in the last 24 h · \d+ waiting · failing since/)
      .waitFor();
    expect(await page.getByText("healthy", { exact: true }).count()).toBe(0);
  }
  const { requests, failedRequests } = await readHealth();
  expect(requests).toBeGreaterThanOrEqual(3);
  expect(failedRequests).toBe(requests);
});
