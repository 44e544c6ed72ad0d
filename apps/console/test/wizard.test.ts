import { getInstallation } from "@plugboard/api/routes";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";

describe("the install wizard", () => {
  it("saves the typed settings before it goes on, and only if the integration accepts them", async ({
    world,
    page,
  }) => {
    const { platform, server, target } = world;
    const installationId = await world.install("webhook");
    const params = { installationId };
    await page.goto(`${server.consoleUrl}/marketplace/webhook/install?step=settings`);
    const form = page.getByRole("region", { name: "Settings" });
    const next = form.getByRole("button", { name: "Save and continue" });
    expect(await page.getByRole("button", { name: /^(Next|Save)$/ }).count()).toBe(0);
    await form.getByLabel("Webhook URL").fill("ftp://127.0.0.1/hooks");
    await next.click();
    await form.getByRole("alert").first().waitFor();
    expect(await page.getByText(/saved/i).count()).toBe(0);
    await form.getByLabel("Webhook URL").fill(target.url);
    await next.click();
    await page.getByRole("heading", { name: "Installed in" }).waitFor();
    const { configuration } = await platform.call(getInstallation, { params });
    expect(configuration).toMatchObject({ webhook_url: target.url });
  });
});
