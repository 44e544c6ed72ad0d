import { listSettings, updateSettings } from "@plugboard/api/routes";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";
import { inspectPage } from "./testing/inspect-page.ts";
import { adminToken } from "./testing/server-process.ts";

describe("the settings page", () => {
  it("shows the server's settings to the administrator, without secrets", async ({ world, page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${world.server.consoleUrl}/settings`);
    const server = page.getByRole("region", { name: "Server" });
    await server.getByText("PLUGBOARD_RETRY_DELAYS").waitFor();
    const text = await server.innerText();
    expect(text).toMatch(/PLUGBOARD_ADMIN_TOKEN\s+hidden set\s/);
    expect(text).toMatch(/PLUGBOARD_DATA_DIR\s+\/\S+ set\s/);
    expect(text).toMatch(/PLUGBOARD_RETRY_DELAYS\s+1s,2s,4s default\s/);
    expect(await page.content()).not.toContain(adminToken);
    expect(await inspectPage(page, "the settings of the server")).toEqual([]);
  });

  it("lets the administrator change settings, and shows errors at their fields", async ({
    world,
    page,
    onTestFinished,
  }) => {
    const { platform } = world;
    onTestFinished(async () => {
      const settings = ["PLUGBOARD_KEEP_DELIVERED", "PLUGBOARD_TASKS_PER_MINUTE"].map((name) => ({
        name,
        value: null,
      }));
      await platform.call(updateSettings, { body: { settings } });
    });
    await page.goto(`${world.server.consoleUrl}/settings`);
    const form = page.getByRole("region", { name: "Quotas and retention" });
    const kept = form.getByLabel("PLUGBOARD_KEEP_DELIVERED");
    const tasks = form.getByLabel("PLUGBOARD_TASKS_PER_MINUTE");
    expect(await kept.inputValue()).toBe("30d");
    expect(await form.getByRole("textbox").count()).toBe(5);
    await kept.fill("1s");
    await tasks.fill("900");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByRole("alert").getByText("must be a time from 1h to 3650d").waitFor();
    expect([await kept.getAttribute("aria-invalid"), await tasks.getAttribute("aria-invalid")]).toEqual([
      "true",
      null,
    ]);
    expect(await inspectPage(page, "a setting refused")).toEqual([]);
    await kept.fill("7d");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("PLUGBOARD_KEEP_DELIVERED set").waitFor();
    await tasks.fill("");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("PLUGBOARD_TASKS_PER_MINUTE default").waitFor();
    expect(await tasks.inputValue()).toBe("600");
    const { items } = await platform.call(listSettings, { query: { limit: 100 } });
    expect(items.filter(({ isSet, isChangeable }) => isSet && isChangeable)).toMatchObject([
      { name: "PLUGBOARD_KEEP_DELIVERED", value: "7d" },
    ]);
  });
});
