import { getInstallation } from "@plugboard/api/routes";
import { listSpaces } from "@plugboard/content/routes";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";

describe("a page whose requests are refused", () => {
  it("doesn't show a failed list as an empty one", async ({ world, page }) => {
    const installationId = await world.install("content-digest");
    const ofSpaces = new RegExp(`/v1${listSpaces.path}(\\?|$)`);
    await page.route(ofSpaces, (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto(`${world.server.consoleUrl}/installed/${installationId}`);
    const locations = page.locator("section", { has: page.getByRole("heading", { name: "Installed in" }) });
    await locations.getByRole("alert").waitFor();
    expect(await locations.getByText(/nothing to install it in/).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Install in/ }).count()).toBe(0);
    await page.unrouteAll();
    await locations.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Install in space Handbook" }).waitFor();
  });

  it("waits as long as Retry-After asks, and then shows the data", async ({ world, page }) => {
    const installationId = await world.install("webhook");
    const path = `/v1${getInstallation.path.replace("{installationId}", installationId)}`;
    const times: number[] = [];
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        times.push(Date.now());
        if (times.length > 5) await route.continue();
        else
          await route.fulfill({
            status: 429,
            headers: { "retry-after": "1" },
            json: { code: "rate_limited", detail: "Too many requests.", status: 429 },
          });
      },
    );
    await page.goto(`${world.server.consoleUrl}/installed/${installationId}`);
    await page.getByRole("heading", { level: 1, name: "Webhook" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    const waits = times.slice(1, 6).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(950);
  });
});
