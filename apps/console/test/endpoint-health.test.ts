import { expect } from "vitest";
import { it } from "./console-test.ts";

it("shows a dead endpoint as failing on its list, its page and the overview", async ({ world, page }) => {
  const { server, target } = world;
  const { endpointId, send } = await world.installWebhook();
  target.failNext(...Array.from({ length: 200 }, () => 503));
  for (let index = 0; index < 3; index += 1) await send();
  const failed = page.getByText(/^3 of 3 requests failed in 24 h · 3 waiting/);
  for (const path of ["/endpoints", `/endpoints?endpoint=${endpointId}`, "/"]) {
    await page.goto(server.consoleUrl + path);
    await failed.waitFor();
    await page.getByText("failing", { exact: true }).waitFor();
    expect(await page.getByText("healthy", { exact: true }).count()).toBe(0);
  }
});
