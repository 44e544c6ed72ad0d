import { createCustomEventType } from "@plugboard/api/routes";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";

describe("the filters of deliveries", () => {
  it("offer custom event types, and Back undoes the last filter", async ({ world, page }) => {
    const { platform, server, organization } = world;
    const body = { type: "invoice.paid" as const, summary: "An invoice was paid" };
    await platform.call(createCustomEventType, { params: { organizationId: organization }, body });
    await page.goto(`${server.consoleUrl}/deliveries`);
    const [status, type] = [
      page.getByLabel("Status", { exact: true }),
      page.getByLabel("Event type", { exact: true }),
    ];
    await status.selectOption("failed");
    await type.selectOption("invoice.paid");
    await page.goBack();
    await expect.poll(() => type.inputValue()).toBe("");
    expect(await status.inputValue()).toBe("failed");
    await page.goBack();
    await expect.poll(() => status.inputValue()).toBe("");
    expect(new URL(page.url()).pathname).toBe("/deliveries");
  });
});

describe("a dialog with fields", () => {
  it("begins in its first field", async ({ world, page }) => {
    await page.goto(`${world.server.consoleUrl}/content`);
    await page.getByRole("button", { name: "New space" }).click();
    await page.getByRole("dialog").waitFor();
    await expect
      .poll(() => page.evaluate<string>("document.activeElement?.closest('label')?.textContent"))
      .toContain("Title");
  });
});
