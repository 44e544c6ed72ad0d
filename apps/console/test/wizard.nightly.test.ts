import { getInstallation, listOrganizations } from "@plugboard/api/routes";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";

describe("the install wizard", () => {
  it("saves the typed settings before it continues, and only if the integration accepts them", async ({
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

describe("an installation", () => {
  it("has its settings, endpoints, deliveries and test events in tabs", async ({ world, page }) => {
    const { installationId, send } = await world.installWebhook();
    await send();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`${world.server.consoleUrl}/installed/${installationId}`);
    const tab = (name: string) => page.getByRole("navigation", { name: "Installation" }).getByText(name);
    await page.getByRole("region", { name: "Settings" }).waitFor();
    expect(await page.getByText(installationId).count()).toBe(0);
    await page.getByRole("button", { name: "Copy installation ID" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    await tab("Webhook endpoints").click();
    await page.getByRole("region", { name: "Webhook endpoint" }).waitFor();
    expect(await page.getByRole("region", { name: "Settings" }).count()).toBe(0);
    await tab("Deliveries").click();
    await page.getByRole("region", { name: "Deliveries to the integration" }).waitFor();
    await tab("Test").click();
    await page.getByRole("region", { name: "Test event" }).waitFor();
    await page.goBack();
    await page.getByRole("region", { name: "Deliveries to the integration" }).waitFor();
  });
});

describe("an organization", () => {
  it("is created and renamed, and its audit log shows what changed", async ({ world, page }) => {
    const { platform, server } = world;
    await page.goto(server.consoleUrl);
    await page.getByRole("button", { name: /Organization:/ }).click();
    await page.getByRole("menuitem", { name: "New organization…" }).click();
    const created = page.getByRole("dialog", { name: "New organization" });
    await created.getByRole("textbox", { name: /^Name/ }).fill("Blue Harbor");
    expect(await created.getByLabel("Subdomain").inputValue()).toBe("blue-harbor");
    await created.getByRole("button", { name: "Create" }).click();
    await page.getByRole("button", { name: "Organization: Blue Harbor" }).waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: "Rename…" }).click();
    const renamed = page.getByRole("dialog", { name: "Rename Blue Harbor" });
    await renamed.getByRole("textbox", { name: /^Name/ }).fill("Green Harbor");
    await renamed.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Organization: Green Harbor" }).waitFor();
    const { items } = await platform.call(listOrganizations);
    expect(items.map(({ title }) => title)).toContain("Green Harbor");
    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByLabel("Action").selectOption("updateOrganization");
    const entry = page
      .getByRole("region", { name: "Entries" })
      .getByText("Update organization Green Harbor")
      .first();
    await entry.click();
    await page.getByRole("row", { name: "title Blue Harbor Green Harbor" }).waitFor();
    await page.getByLabel("Resource").selectOption({ label: "Organization: Green Harbor" });
    await page.waitForURL(/resource=/);
    await entry.waitFor();
  });
});

describe("the Git sync of a space", () => {
  it("is connected, shows why a sync failed, and is disconnected", async ({ world, page, fresh }) => {
    await page.goto(`${world.server.consoleUrl}/content/spaces/${fresh.spaceId}/git`);
    await page.getByText("Not connected").waitFor();
    await page.getByRole("button", { name: "Connect repository" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect repository" });
    await dialog.getByRole("textbox", { name: /^Remote/ }).fill("ftp://127.0.0.1/docs.git");
    await dialog.getByRole("button", { name: "Connect" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByRole("textbox", { name: /^Remote/ }).fill("https://127.0.0.1:9/docs.git");
    await dialog.getByRole("button", { name: "Connect" }).click();
    const repository = page.getByRole("region", { name: "Repository" });
    await repository.getByRole("button", { name: "Sync now" }).click();
    await repository.getByText("The last sync failed.").waitFor({ timeout: 60_000 });
    await repository.getByRole("button", { name: "Disconnect…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("Not connected").waitFor();
  });
});
